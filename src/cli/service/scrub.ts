import { parseArgs } from 'node:util'
import type { CheckedBackups, DamagedFile } from '#server/operations/backup/check/check-backups.ts'
import { scrubBackups } from '#server/operations/scrub/scrub-backups.ts'
import { type Scrubbed, scrubBlobs } from '#server/operations/scrub/scrub-blobs.ts'
import { type Command, exitCodes, type Outcome } from '../command.ts'
import { readRate } from '../measures.ts'
import { withServices } from './with-services.ts'

export const scrub: Command = {
  help: `Usage: restante scrub [--backup] [--rate RATE] [--json]

Reads every stored blob and checks it as deeply as possible: every authentication tag
where the server can open the transfer without a password, otherwise the checksum in
the last backup, otherwise length and header. It also checks the database. Damaged
blobs are marked for the admin area and the metrics; a mark that proves wrong is
cleared. It's safe to run beside servers.

  --backup      read BACKUP_DIR instead of the storage: the tables and lists of every
                backup, and every copied blob. A damaged copy is replaced where the
                storage still has the blob
  --rate RATE   max read rate, such as 50MB/s or 500kB/s

Exit code 4 means that something is damaged or missing.

Examples:
  restante scrub --rate 50MB/s
  restante scrub --backup
  restante scrub --json | jq .damaged`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { backup: { type: 'boolean' }, rate: { type: 'string' } },
    })
    const rate = values.rate === undefined ? undefined : readRate(values.rate)
    if (values.backup) return ofBackups(await withServices((services) => scrubBackups(services, { rate })))
    const scrubbed = await withServices((services) => scrubBlobs(services, { rate }))
    const isWhole = scrubbed.isDatabaseIntact && scrubbed.damaged.length === 0
    return {
      text: describe(scrubbed),
      data: { ...scrubbed },
      ...(isWhole ? {} : { exitCode: exitCodes.damaged }),
    }
  },
}

function ofBackups(checked: CheckedBackups): Outcome {
  const { copies, backups, damaged } = checked
  return {
    text: [
      `Backups read: ${backups}. Copied blobs read: ${copies}.`,
      ...damaged.map(damagedFileText),
      damaged.length === 0 ? 'No damage found.' : `Damaged files: ${damaged.length}.`,
    ].join('\n'),
    data: { ...checked },
    ...(damaged.length === 0 ? {} : { exitCode: exitCodes.damaged }),
  }
}

/** A damaged file of BACKUP_DIR in one line. */
export function damagedFileText({ file, isMended }: DamagedFile): string {
  return isMended
    ? `${file} in BACKUP_DIR was damaged, and was copied again.`
    : `${file} in BACKUP_DIR is damaged.`
}

function describe({ isDatabaseIntact, checked, damaged, cleared }: Scrubbed): string {
  return [
    `Opened to the end, every tag checked: ${checked.authenticated}.`,
    `Compared with the last backup: ${checked.compared}.`,
    `Length and header only: ${checked.shape}.`,
    ...(cleared > 0 ? [`Undamaged, mark cleared: ${cleared}.`] : []),
    ...(isDatabaseIntact ? [] : ['The database failed its integrity check.']),
    ...damaged.map(({ blob, transfer, reason }) =>
      transfer === null
        ? `Blob ${blob} of an upload under way: ${reason}`
        : `Blob ${blob} of transfer ${transfer}: ${reason}`,
    ),
    damaged.length === 0 ? 'No damage found.' : `Damaged blobs: ${damaged.length}.`,
  ].join('\n')
}
