import { StartRefused } from './config/config.ts'
import { start } from './processes/start.ts'

start().catch((error: unknown) => {
  process.exitCode = 1
  if (error instanceof StartRefused) process.stderr.write(`Restante did not start. ${error.message}\n`)
  else throw error
})
