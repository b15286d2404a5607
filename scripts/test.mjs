// Every check, in the order in which they fail fastest. Stops at the first that fails.
// usage: test.mjs [--thorough]     with it, what `npm test` leaves out: see CONTRIBUTING.md
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const node = process.execPath

/** Server tests, of which those of databases run on one (`TEST_DATABASE`, see tests/support/databases) or on both. */
const serverTests = globSync([
  'src/**/*.test.ts',
  'tests/{architecture,http,cli,faults}/**/*.test.ts',
]).toSorted()
const reading = (word) => serverTests.filter((file) => readFileSync(file, 'utf8').includes(word))
const faults = serverTests.filter((file) => file.startsWith('tests/faults/'))
/**
 * Minutes of filling, copying, damaging, killing, lines that break, documents that are followed, two releases at a time, plans
 * of every query, and what the command line does besides sending and receiving.
 */
const slow = serverTests.filter(
  (file) =>
    faults.includes(file) ||
    /\/(?:cli\/(?!read-blob|terminal|transfer|unreadable-files)[^/]*|[^/]*-(?:upgrade|archives|plans)|links\/pairs|operations\/(?:rotation|releases))\.test\.ts$/.test(
      file,
    ),
)
const onDatabases = reading('forEachDatabase(').filter((file) => !faults.includes(file))
/** Where transactions, locks and queries decide: what a change to the database breaks first. */
const onPostgres = onDatabases.filter(
  (file) =>
    !slow.includes(file) &&
    /^src\/server\/platform\/|^tests\/http\/(?:messaging|queries)\/|\/(?:download-\w+|sweep|upload-claims)\.test\.ts$/.test(
      file,
    ),
)
/** What measures memory, and how long others wait: of a busy machine that would say nothing of the server. */
const alone = faults.filter((file) => /\/(?:memory|hostile-archives)\.test\.ts$/.test(file))
const withMoreTries = reading('thoroughness.ts').filter((file) => !slow.includes(file))

/** More test files at a time than processors: some wait for mails and timers. */
const runTests = ['tests/support/databases/with-postgres.ts', '--', node, '--test', '--test-concurrency=4']
const postgresOnly = '--test-name-pattern=, on postgres$'
const playwright = ['node_modules/@playwright/test/cli.js', 'test']
/** What people run, in place of the sources: see tests/support/server/child-processes.ts. */
const built = { TEST_PROGRAM: 'built' }

const ordinary = [
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['build', ['scripts/build.mjs']],
  [
    'server',
    [...runTests, ...serverTests.filter((file) => !slow.includes(file))],
    { TEST_DATABASE: 'sqlite' },
  ],
  ['server on PostgreSQL', [...runTests, postgresOnly, ...onPostgres], { TEST_DATABASE: 'postgres' }],
  ['browser', playwright, built],
]
const thorough = [
  ['build', ['scripts/build-if-stale.mjs']],
  [
    'all else on PostgreSQL',
    [
      ...runTests,
      postgresOnly,
      ...onDatabases.filter((file) => ![...onPostgres, ...withMoreTries, ...slow].includes(file)),
    ],
    { TEST_DATABASE: 'postgres' },
  ],
  ['what others wait', ['--test', '--test-concurrency=1', ...alone], { THOROUGH: '1', ...built }],
  // In one: at the end of each stage the processors wait for its slowest file.
  [
    'every try, and faults',
    [...runTests, ...withMoreTries, ...slow.filter((file) => !alone.includes(file))],
    { THOROUGH: '1', ...built },
  ],
  ['browser', [...playwright, '--grep', '@thorough'], { THOROUGH: '1', ...built }],
]

for (const [name, args, variables] of process.argv[2] === '--thorough' ? thorough : ordinary) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  // Hundreds of processes start, and each would read and compile the same modules anew.
  const env = { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'), ...variables }
  const { status } = spawnSync(node, args, { stdio: 'inherit', env })
  if (status !== 0) {
    console.error(`${name}: failed`)
    process.exit(status ?? 1)
  }
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
