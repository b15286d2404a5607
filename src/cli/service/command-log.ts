import pino from 'pino'
import { createLog } from '#server/platform/observability/log.ts'

/** Log of the server's code while a command runs: warnings and errors, on standard error. */
export const commandLog = createLog('warn', pino.destination(2))
