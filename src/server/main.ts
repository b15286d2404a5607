import { StartRefused } from './config.ts'
import { serve } from './serve.ts'

serve().catch((error: unknown) => {
  process.exitCode = 1
  if (error instanceof StartRefused) process.stderr.write(`Restante did not start. ${error.message}\n`)
  else throw error
})
