import pino from 'pino'
import { createLog } from '#server/platform/observability/log.ts'

/** What the server's code logs while a command runs: to standard error, from warnings up. */
export const commandLog = createLog('warn', pino.destination(2))
