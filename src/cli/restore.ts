import { parseArgs } from 'node:util'
import { commandLine } from '#server/audit/record-act.ts'
import { type Restored, restoreBackup } from '#server/backup/restore-backup.ts'
import { readProcessConfig } from '#server/config.ts'
import { requireMasterKeys } from '#server/services.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { withServices } from './with-services.ts'

export const restore: Command = {
  name: 'restore',
  summary: 'Brings a backup back into an empty service.',
  help: `Usage: restante restore FOLDER [--json]

Compares a backup with its checksums, brings its tables into the empty database that
the environment configures, checks the database, ends what has expired since, compares
the blobs with their checksums, and opens one file to its end to prove that it works.
Blobs are taken from where the service keeps them, or copied from beside the backup.
Nothing is written when the checksums or the master keys do not fit.

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
    requireMasterKeys(readProcessConfig())
    const restored = await withServices((services) => restoreBackup(services, folder, { by: commandLine }))
    const { name, users, whole, ended, missing, damaged, proved } = restored
    return {
      text: describe(restored),
      data: {
        backup: name,
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

function describe({ name, users, whole, ended, missing, damaged, proved }: Restored): string {
  return [
    `${name} is restored: ${users} users, ${whole.length} live files.`,
    ...(ended.length > 0 ? [`${ended.length} files had ended while the backup was made.`] : []),
    ...(missing.length > 0 ? [`${missing.length} files are lost: their blobs are missing.`] : []),
    ...(damaged.length > 0 ? [`${damaged.length} files are lost: their blobs are damaged.`] : []),
    proved === undefined
      ? 'No file could be opened for a proof: all want a password or a key, or there is none.'
      : `${proved} was opened and read to its end.`,
  ].join('\n')
}
