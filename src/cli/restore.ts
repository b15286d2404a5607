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

Verifies a backup's checksums, loads its tables into the empty database configured in
the environment, checks the database, ends files that have expired since, verifies the
blobs' checksums, and reads one file to the end as proof. Blobs are taken from the
service's storage, or copied from the folder beside the backup. Nothing is written if
the checksums or the master keys don't match.

Backups of this version and earlier ones are accepted; earlier tables are updated.
Backups of later versions are refused.

  FOLDER   one backup, such as /mnt/backup/2026-11-21T08-00-00-000Z, with the keys
           folder beside it, and the blobs folder if blobs were copied

Exit code 4 means that the backup or some blobs are damaged. Files with missing or
damaged blobs are ended and counted.

Examples:
  install -D -m 600 master-keys "$DATA_DIR/keys/master-keys"
  restante restore /mnt/backup/2026-11-21T08-00-00-000Z
  DATA_DIR=/srv/new restante restore /mnt/backup/2026-11-21T08-00-00-000Z --json`,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [folder, ...rest] = positionals
    if (folder === undefined || rest.length > 0)
      throw new UsageError('Exactly one backup folder is required.')
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

/** Loads the rows into tables of the backup's version; opening the services then updates them. */
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
    `Restored ${name}. Users: ${users}, live files: ${whole.length}.`,
    ...(ended.length > 0 ? [`Files that ended during the backup or since: ${ended.length}.`] : []),
    ...(missing.length > 0 ? [`Files lost because their blobs are missing: ${missing.length}.`] : []),
    ...(damaged.length > 0 ? [`Files lost because their blobs are damaged: ${damaged.length}.`] : []),
    proved === undefined
      ? 'No file could be opened as proof: there are none, or all need a password or a key.'
      : `As proof, ${proved} was opened and read to the end.`,
  ].join('\n')
}
