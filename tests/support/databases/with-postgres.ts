import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { startPostgres } from './postgres-cluster.ts'
import { postgresVariable } from './postgres-variable.ts'

/**
 * `node tests/support/databases/with-postgres.ts -- node --test ...` runs a command beside one PostgreSQL that all its
 * test files share, and ends with the command's exit code.
 */
const [program, ...rest] = process.argv.slice(process.argv[2] === '--' ? 3 : 2)
if (!program) throw new Error('with-postgres needs a command to run')

const cluster = await startPostgres()
try {
  const child = spawn(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, [postgresVariable]: cluster.url },
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name))
  await once(child, 'exit')
  process.exitCode = child.signalCode ? 128 + constants.signals[child.signalCode] : (child.exitCode ?? 1)
} finally {
  await cluster.stop()
}
