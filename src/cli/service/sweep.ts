import { parseArgs } from 'node:util'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import { type Command, exitCodes } from '../command.ts'
import { withServices } from './with-services.ts'

export const sweep: Command = {
  help: `Usage: restante sweep [--json]

Does once what a running server does every minute: ends expired files, destroys their
keys and deletes their blobs. It's safe to run beside servers.

Exit code 1 means that the storage did not delete some blobs, 4 that the database is
damaged: then uploads, keys and blobs that seem unused are kept.

Examples:
  restante sweep`,
  async run(args) {
    parseArgs({ args, options: {} })
    const { failures, isDatabaseSound } = await withServices((services) => createSweep(services)())
    const exitCode = !isDatabaseSound
      ? exitCodes.damaged
      : failures.length > 0
        ? exitCodes.failed
        : exitCodes.done
    return {
      text: describe(failures.length, isDatabaseSound),
      data: { failures: failures.length, isDatabaseSound },
      exitCode,
    }
  },
}

function describe(failures: number, isDatabaseSound: boolean): string {
  const problems = [
    ...(failures > 0
      ? [`Blobs of ended transfers that could not be deleted: ${failures}. Run restante sweep again later.`]
      : []),
    ...(isDatabaseSound
      ? []
      : ['The database is damaged. Uploads, keys and blobs that seem unused were kept.']),
  ]
  return problems.join('\n') || 'Deleted expired transfers and old records.'
}
