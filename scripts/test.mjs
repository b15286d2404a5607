// Runs checks in the order in which they fail fastest, and stops at the first that fails, but for those of the night.
// CONTRIBUTING.md says when to run which.
// usage: test.mjs [ordinary|long|nightly|bounds] [STAGE...]     all stages, unless some are named
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { folders, measured, onPostgres, testFiles } from './testing/stages.ts'

const node = process.execPath
const [kind = 'ordinary', ...wanted] = process.argv.slice(2)

const units = testFiles(folders.units)
const server = testFiles(folders.server)
const long = testFiles(folders.long)

const reporters = [
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...['--test-reporter=./scripts/testing/failed-tests.ts', '--test-reporter-destination=stderr'],
]
const nodeTests = ['--test', ...reporters]
const withPostgres = ['tests/support/databases/with-postgres.ts', '--', node]
/** More test files at a time than processors: some wait for mails and timers. */
const atATime = '--test-concurrency=4'
const grouped = ['scripts/testing/run-grouped.ts', ...reporters]
const postgresOnly = '--test-name-pattern=, on postgres$'
const playwright = ['node_modules/@playwright/test/cli.js', 'test']
/** Tag of slow browser tests: see tests/support/server/thoroughness.ts. */
const longTag = '@long'
/** Tests the built programs in place of the sources: see tests/support/server/child-processes.ts. */
const built = { TEST_PROGRAM: 'built' }
const inFull = { THOROUGH: '1', ...built }

/** Name, program, arguments and variables of each stage; those in one list run at once. */
const stages = {
  ordinary: [
    [
      ['types', node, ['node_modules/typescript/bin/tsc', '-p', '.']],
      ['lint', node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
      ['build', node, ['scripts/build.mjs']],
    ],
    ['units', node, [...withPostgres, ...nodeTests, atATime, ...units], { TEST_DATABASE: 'sqlite' }],
    ['server', node, [...withPostgres, ...grouped, '--', ...server], { TEST_DATABASE: 'sqlite' }],
    ['browser', node, [...playwright, '--grep-invert', longTag], built],
  ],
  long: [
    ['build', node, ['scripts/build-if-stale.mjs']],
    [
      'postgres',
      node,
      [...withPostgres, ...grouped, postgresOnly, '--', ...onPostgres],
      { TEST_DATABASE: 'postgres' },
    ],
    ['long', node, [...withPostgres, ...nodeTests, atATime, ...long], built],
    ['long in browser', node, [...playwright, '--grep', longTag], built],
  ],
  nightly: [
    ['build', node, ['scripts/build-if-stale.mjs']],
    ['bounds', node, ['scripts/test.mjs', 'bounds']],
    ['units in full', node, [...withPostgres, ...nodeTests, atATime, ...units], inFull],
    ['server in full', node, [...withPostgres, ...grouped, '--', ...server], inFull],
    ['long in full', node, [...withPostgres, ...nodeTests, atATime, ...long], inFull],
    ['browser in full', node, [...playwright, '--grep', '@thorough'], inFull],
    ['services in full', 'tests/real-services/run.sh', ['nightly'], inFull],
  ],
  bounds: [
    ['build', node, ['scripts/build-if-stale.mjs']],
    // One at a time: of a busy machine the figures would say nothing of the server.
    [
      'bounds',
      node,
      [...nodeTests, '--test-concurrency=1', ...testFiles(measured)],
      { MEASURE: '1', ...inFull },
    ],
  ],
}

/** @type {{ name: string, seconds: number, failed: boolean }[]} */
const done = []
const began = Date.now()
for (const entry of stages[kind]) {
  const step = (Array.isArray(entry[0]) ? entry : [entry]).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  )
  const ends = await Promise.all(step.map(runStage))
  done.push(...ends)
  if (ends.some(({ failed }) => failed) && kind !== 'nightly') break
}

async function runStage([name, program, args, variables]) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const env = {
    ...process.env,
    // Hundreds of processes start, and each would read and compile the same modules anew.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
    ...variables,
  }
  const child = spawn(program, args, { stdio: 'inherit', env })
  const [status] = await once(child, 'exit')
  return { name, seconds: (Date.now() - started) / 1000, failed: status !== 0 }
}

console.log('')
for (const { name, seconds, failed } of done)
  console.log(`${name.padEnd(20)}${seconds.toFixed(1).padStart(8)} s${failed ? '   failed' : ''}`)
const total = (Date.now() - began) / 1000
console.log(`${'together'.padEnd(20)}${total.toFixed(1).padStart(8)} s`)
if (done.some(({ failed }) => failed)) process.exit(1)
