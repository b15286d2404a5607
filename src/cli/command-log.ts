import pino from 'pino'

/** What the server's code logs while a command runs: to standard error, from warnings up. */
export const commandLog = pino(
  { level: 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination(2),
)
