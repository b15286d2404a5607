import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createKeyRing } from '#crypto/key-ring.ts'
import { readProcessConfig } from '#server/config.ts'
import { layout, type Manifest } from '#server/operations/backup/backup-layout.ts'
import { readDayKeys } from '#server/operations/backup/read-day-keys.ts'
import { type Restored, restoreFiles } from '#server/operations/backup/restore-files.ts'
import { restoreTables } from '#server/operations/backup/restore-tables.ts'
import { verifyBackup } from '#server/operations/backup/verify-backup.ts'
import { commandLine } from '#server/platform/events/record-act.ts'
import { findMasterKeys, openTables } from '#server/services.ts'
import { dayOf } from '#server/transfers/day-keys.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { commandLog } from './command-log.ts'
import { withServices } from './with-services.ts'

export const restore: Command = {
  help: `Usage: restante restore FOLDER [--json]

Compares a backup with its checksums, brings its tables into the empty database that
the environment configures, checks the database, ends what has expired since, compares
the blobs with their checksums, and opens one file to its end to prove that it works.
Blobs are taken from where the service keeps them, or copied from beside the backup.
Nothing is written when the checksums or the master keys do not fit.

The backup may be of this version or an earlier one, whose tables are then brought up
to date. One of a later version is refused.

  FOLDER   one backup, such as /mnt/backup/2026-11-21T08-00-00-000Z, with the folders
           keys, and blobs where blobs were copied, beside it

Exit code 4 says that the backup is damaged, or that blobs are; files whose blobs are
not whole are ended, and counted.

Examples:
  install -D -m 600 master-keys "$DATA_DIR/keys/master-keys"
  restante restore /mnt/backup/2026-11-21T08-00-00-000Z
  DATA_DIR=/srv/new restante restore /mnt/backup/2026-11-21T08-00-00-000Z --json`,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [folder, ...rest] = positionals
    if (folder === undefined || rest.length > 0) throw new UsageError('The folder of one backup is needed.')
    const { version, tables } = await fillTables(folder)
    const users = tables.rows.users ?? 0
    const restored = await withServices((services) => restoreFiles(services, folder, { by: commandLine }))
    const { name, whole, ended, missing, damaged, proved } = restored
    return {
      text: describe(restored, users),
      data: {
        backup: name,
        version,
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

/** Brings the rows into tables such as the backup's version had; whoever opens the services next brings them up to date. */
async function fillTables(folder: string): Promise<Manifest> {
  const config = readProcessConfig()
  const keyRing = createKeyRing(findMasterKeys(config))
  const manifest = await verifyBackup(folder)
  const today = dayOf(Date.now())
  const dayKeys = await readDayKeys(join(folder, '..', layout.keysFolder), keyRing, today)
  const { database, close } = await openTables(config, commandLog, manifest.migrations)
  try {
    await restoreTables(database, folder, manifest, dayKeys)
  } finally {
    await close()
  }
  return manifest
}

function describe({ name, whole, ended, missing, damaged, proved }: Restored, users: number): string {
  return [
    `${name} is restored. Users: ${users}, live files: ${whole.length}.`,
    ...(ended.length > 0
      ? [`Files that had ended while the backup was made, or since: ${ended.length}.`]
      : []),
    ...(missing.length > 0
      ? [`Files that are lost because their blobs are missing: ${missing.length}.`]
      : []),
    ...(damaged.length > 0
      ? [`Files that are lost because their blobs are damaged: ${damaged.length}.`]
      : []),
    proved === undefined
      ? 'No file could be opened for a proof: all want a password or a key, or there is none.'
      : `${proved} was opened and read to its end.`,
  ].join('\n')
}
