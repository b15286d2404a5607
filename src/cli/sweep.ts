import { parseArgs } from 'node:util'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import type { Command } from './command.ts'
import { withServices } from './with-services.ts'

export const sweep: Command = {
  help: `Usage: restante sweep [--json]

Does once what a running server does every minute: ends files whose time is up,
destroys their keys, removes their blobs. It may run beside servers.

Examples:
  restante sweep`,
  async run(args) {
    parseArgs({ args, options: {} })
    await withServices((services) => createSweep(services)())
    return { text: 'Swept.', data: {} }
  },
}
