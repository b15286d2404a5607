import { parseArgs } from 'node:util'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import type { Command } from '../command.ts'
import { withServices } from './with-services.ts'

export const sweep: Command = {
  help: `Usage: restante sweep [--json]

Does once what a running server does every minute: ends expired files, destroys their
keys and deletes their blobs. It's safe to run beside servers.

Examples:
  restante sweep`,
  async run(args) {
    parseArgs({ args, options: {} })
    await withServices((services) => createSweep(services)())
    return { text: 'Deleted expired transfers and old records.', data: {} }
  },
}
