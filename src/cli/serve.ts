import { parseArgs } from 'node:util'
import { serve as startServer } from '#server/serve.ts'
import type { Command } from './command.ts'

export const serve: Command = {
  help: `Usage: restante serve

Starts the server as the environment configures it (docs/configuration.md), brings
the tables of the database up to date, and serves until SIGTERM or SIGINT; running
transfers have 8 seconds to finish.

Examples:
  restante serve
  PORT=8080 DATA_DIR=/var/lib/restante restante serve`,
  async run(args) {
    parseArgs({ args, options: {} })
    await startServer()
    return undefined
  },
}
