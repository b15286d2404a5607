// Every check, in the order in which they fail fastest. Stops at the first that fails.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const node = process.execPath
// Hundreds of processes start, and each would read and compile the same modules anew.
const env = { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') }
const checks = [
  ['types', node, ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['lint', node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['build', node, ['scripts/build.mjs']],
  [
    'unit and http',
    node,
    [
      'tests/support/databases/with-postgres.ts',
      '--',
      node,
      '--test',
      // More than processors: some wait for mails and timers.
      '--test-concurrency=3',
      'src/**/*.test.ts',
      'tests/architecture/*.test.ts',
      'tests/http/**/*.test.ts',
      'tests/cli/**/*.test.ts',
      'tests/faults/**/*.test.ts',
    ],
  ],
  ['browser', node, ['node_modules/@playwright/test/cli.js', 'test']],
]

for (const [name, command, args] of checks) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  if (status !== 0) {
    console.error(`${name}: failed`)
    process.exit(status ?? 1)
  }
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
