import { inspect } from 'node:util'
import { StartRefused } from './config/config.ts'
import { asRefusal } from './config/explain-failure.ts'
import { start } from './processes/start.ts'

// Node would print the line of the source, which is the whole built server in one.
process.on('uncaughtException', end)

start().catch((thrown: unknown) => {
  const error = asRefusal(thrown)
  if (!(error instanceof StartRefused)) return end(error)
  process.exitCode = 1
  process.stderr.write(`Restante did not start. ${error.message}\n`)
})

function end(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`)
  process.exit(1)
}
