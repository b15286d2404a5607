import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createKeyRing } from '#crypto/keys/key-ring.ts'
import { findMasterKeys, openOwnStores, openTables } from '#server/app/services.ts'
import { readProcessConfig } from '#server/config/config.ts'
import { readDayKeys } from '#server/operations/backup/backup-day-keys.ts'
import { layout, type Manifest } from '#server/operations/backup/backup-layout.ts'
import { findKeptDays } from '#server/operations/backup/restore/find-kept-days.ts'
import { requireRestorable, restoreTables } from '#server/operations/backup/restore/restore-tables.ts'
import { type Restored, restoreTransfers } from '#server/operations/backup/restore/restore-transfers.ts'
import { isUnfinished } from '#server/operations/backup/restore/unfinished-restore.ts'
import { verifyBackup } from '#server/operations/backup/restore/verify-backup.ts'
import { commandLine } from '#server/platform/events/record-act.ts'
import { dayOf } from '#server/transfers/keys/day-keys.ts'
import { type Command, exitCodes, UsageError } from '../command.ts'
import { commandLog } from './command-log.ts'
import { withServices } from './with-services.ts'

export const restore: Command = {
  help: `Usage: restante restore FOLDER [--take-over] [--json]

Verifies a backup's checksums, loads its tables into the empty database configured in
the environment, checks the database, ends transfers that have expired since, verifies
the blobs' checksums, and reads one transfer to the end as proof. Blobs are taken from
the service's storage, or copied from the folder beside the backup. Nothing is written
if the checksums or the master keys don't match. If it is interrupted later, the server
doesn't start until the same restore has been run again.

Backups of this version and earlier ones are accepted; earlier tables are updated.
Backups of later versions are refused.

  FOLDER   one backup, such as /mnt/backup/2026-11-21T08-00-00-000Z, with the keys
           folder beside it, and the blobs folder if blobs were copied
  --take-over   take over a blob store that belongs to another service. Only use it
           if that service is gone for good: otherwise each would treat the other's
           blobs as orphans

Exit code 4 means that the backup or some blobs are damaged. Transfers with missing or
damaged blobs are ended and counted.

Examples:
  install -D -m 600 master-keys "$DATA_DIR/keys/master-keys"
  restante restore /mnt/backup/2026-11-21T08-00-00-000Z
  DATA_DIR=/srv/new restante restore /mnt/backup/2026-11-21T08-00-00-000Z --json`,
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'take-over': { type: 'boolean', default: false } },
    })
    const [folder, ...rest] = positionals
    if (folder === undefined || rest.length > 0)
      throw new UsageError('Exactly one backup folder is required.')
    const manifest = await fillTables(folder, values['take-over'])
    const users = manifest.tables.rows.users ?? 0
    const restored = await withServices(
      (services) => restoreTransfers(services, folder, manifest, { by: commandLine }),
      {
        takeOver: values['take-over'],
      },
    )
    const { name, whole, ended, missing, damaged, proved } = restored
    return {
      text: describe(restored, users),
      data: {
        backup: name,
        version: manifest.version,
        users,
        files: whole.length,
        ended: ended.length,
        missing: missing.length,
        damaged: damaged.length,
        proved: proved ?? null,
      },
      ...(missing.length + damaged.length > 0 ? { exitCode: exitCodes.damaged } : {}),
    }
  },
}

/**
 * Brings the rows into tables such as the backup's version had, unless a restore that was stopped has done so; opening the
 * services brings them up to date.
 */
async function fillTables(folder: string, takeOver: boolean): Promise<Manifest> {
  const config = readProcessConfig()
  const keyRing = createKeyRing(findMasterKeys(config))
  const manifest = await verifyBackup(folder)
  const now = Date.now()
  const keptDays = await findKeptDays(folder, now)
  const dayKeys = await readDayKeys(
    join(folder, '..', layout.keysFolder),
    keyRing,
    // guard: day keys of evidence in a restore -> tests/long/cli/restore.test.ts "opens what is held as evidence"
    //   drops || keptDays.has(day)
    (day) => day >= dayOf(now) || keptDays.has(day),
  )
  const { database, close } = await openTables(config, commandLog, manifest.migrations)
  try {
    if (await isUnfinished(database, manifest)) return manifest
    await requireRestorable(database, manifest)
    await openOwnStores(config, { now: Date.now }, database, takeOver)
    await restoreTables(database, folder, manifest, dayKeys)
  } finally {
    await close()
  }
  return manifest
}

function describe(
  { name, whole, ended, missing, damaged, proved, takenFolder }: Restored,
  users: number,
): string {
  return [
    `${name} is restored. Users: ${users}, live transfers: ${whole.length}.`,
    ...(ended.length > 0 ? [`Transfers ended during the backup or since: ${ended.length}.`] : []),
    ...(missing.length > 0 ? [`Transfers lost because their blobs are missing: ${missing.length}.`] : []),
    ...(damaged.length > 0 ? [`Transfers lost because their blobs are damaged: ${damaged.length}.`] : []),
    proved === undefined
      ? 'No transfer could be opened as proof: each one needs a password or a key, or there are none.'
      : `${proved} was opened and read to its end.`,
    ...(takenFolder === undefined
      ? []
      : [`BACKUP_DIR ${takenFolder} has backups of another service: choose an empty folder for new ones.`]),
  ].join('\n')
}
