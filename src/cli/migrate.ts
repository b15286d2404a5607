import { parseArgs } from 'node:util'
import { readProcessConfig } from '#server/config.ts'
import { migrateTables } from '#server/services.ts'
import type { Command } from './command.ts'
import { commandLog } from './command-log.ts'

export const migrate: Command = {
  help: `Usage: restante migrate [--json]

Brings the tables of the database up to date, or leaves them as they were. The
server does the same when it starts; this is for upgrades that should fail before
the old server is stopped. It touches neither keys nor files.

Examples:
  restante migrate
  DATABASE_URL=postgres://restante@db/restante restante migrate --json`,
  async run(args) {
    parseArgs({ args, options: {} })
    const { engine, steps } = await migrateTables(readProcessConfig(), commandLog)
    const text = steps.length > 0 ? `Done: ${steps.join(', ')}.` : 'The tables are up to date.'
    return { text, data: { engine, steps } }
  },
}
