import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../../config/config.ts'

/**
 * The log: JSON lines with the time in UTC, and the id of the request where there is one. Nothing secret is handed to
 * it; of errors it records only what they are and where they were thrown, since drivers hang rows and queries on theirs.
 */
export function createLog(level: Config['LOG_LEVEL'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described }

function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
