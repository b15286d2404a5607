import { parseArgs } from 'node:util'
import { migrateTables } from '#server/app/services.ts'
import { readProcessConfig } from '#server/config/config.ts'
import type { Command } from '../command.ts'
import { commandLog } from './command-log.ts'

export const migrate: Command = {
  help: `Usage: restante migrate [--json]

Updates the database tables, or leaves them unchanged if that fails. The server does
the same when it starts; run this first so that an upgrade fails before you stop the
old server. It changes neither keys nor files.

Examples:
  restante migrate
  DATABASE_URL=postgres://restante@db/restante restante migrate --json`,
  async run(args) {
    parseArgs({ args, options: {} })
    const { engine, steps } = await migrateTables(readProcessConfig(), commandLog)
    const text = steps.length > 0 ? `Updated: ${steps.join(', ')}.` : 'The tables are up to date.'
    return { text, data: { engine, steps } }
  },
}
