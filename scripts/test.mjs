// Every check, in the order in which they fail fastest. Stops after the first step that fails. The tests of the last step
// run beside each other, because each of them waits a lot; the browser's words come when it is done.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'

const node = process.execPath
// Hundreds of processes start, and each would read and compile the same modules anew.
const env = { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') }

const steps = [
  { types: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { build: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'] },
  {
    'unit and http': [
      'tests/support/with-postgres.ts',
      '--',
      node,
      '--test',
      '--test-concurrency=2',
      'src/**/*.test.ts',
      'tests/architecture/*.test.ts',
      'tests/http/**/*.test.ts',
      'tests/cli/**/*.test.ts',
      'tests/faults/**/*.test.ts',
    ],
    browser: ['node_modules/@playwright/test/cli.js', 'test'],
  },
]

/** Runs one check; its words come at once, or when it has ended. Resolves to whether it holds. */
async function check(name, args, atOnce) {
  const started = Date.now()
  if (atOnce) console.log(`\n── ${name}`)
  const child = spawn(node, args, {
    stdio: ['ignore', ...(atOnce ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env,
  })
  const exited = new Promise((done) => child.on('close', done))
  const words = atOnce ? [] : await Promise.all([text(child.stdout), text(child.stderr)])
  const status = await exited
  if (!atOnce) console.log(`\n── ${name}\n${words.join('')}`)
  console.log(
    `${name}: ${status === 0 ? '' : 'failed after '}${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  return status === 0
}

for (const step of steps) {
  const held = await Promise.all(
    Object.entries(step).map(([name, args], index) => check(name, args, index === 0)),
  )
  if (held.includes(false)) process.exit(1)
}
