import { parseArgs } from 'node:util'
import { start } from '#server/processes/start.ts'
import type { Command } from '../command.ts'

export const serve: Command = {
  help: `Usage: restante serve

Updates the database tables and starts the server as configured in the environment
(docs/configuration.md). Stop it with SIGTERM or SIGINT: running transfers get
DRAIN_SECONDS to finish, 8 by default.

Examples:
  restante serve
  PORT=8080 DATA_DIR=/var/lib/restante restante serve`,
  async run(args) {
    parseArgs({ args, options: {} })
    await start()
    return undefined
  },
}
