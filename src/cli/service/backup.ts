import { parseArgs } from 'node:util'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { commandLine } from '#server/platform/events/record-act.ts'
import { type Command, exitCodes, UsageError } from '../command.ts'
import { damagedFileText } from './scrub.ts'
import { withServices } from './with-services.ts'

export const backup: Command = {
  help: `Usage: restante backup [--blobs] [--keep NUMBER] [--json]

Writes a consistent snapshot of the tables and a list of the blobs with their
checksums to a new folder in BACKUP_DIR. Sessions, tickets and emails are left out.

  --blobs   also copy the blobs to BACKUP_DIR/blobs, except those already
            copied by earlier backups
  --keep NUMBER
            when this backup is complete, delete older ones so that NUMBER
            remain; blobs only they refer to are deleted by the next backup

The keys that open files are kept beside the backups in BACKUP_DIR/keys, still sealed
under the master key, and are deleted there when their day is over and nothing of it
is held as evidence. If you copy that folder elsewhere, use a tool that also deletes,
such as rsync --delete. Backups do not contain the master keys: keep those separately.

Every blob is read and compared with the last backup. Exit code 4 means that blobs are
damaged or missing (they are marked, and earlier good copies are kept), that the
database is damaged (all earlier backups are kept), or that something in BACKUP_DIR is:
each backup reads a thirtieth of the copied blobs and of the earlier backups again,
those first that were read longest ago. restante scrub --backup reads all of them.

Examples:
  restante backup
  BACKUP_DIR=/mnt/backup restante backup --blobs --keep 7 --json`,
  async run(args) {
    const { values } = parseArgs({ args, options: { blobs: { type: 'boolean' }, keep: { type: 'string' } } })
    const withBlobs = values.blobs ?? false
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isSafeInteger(keep) && keep >= 1))
      throw new UsageError('--keep must be a whole number of at least 1.')
    const {
      backup: made,
      damaged,
      damagedFiles,
      isDatabaseSound,
    } = await withServices((services) => createBackup(services, { by: commandLine }, { withBlobs, keep }))
    return {
      text: [
        `${made.name} is complete. Live transfers: ${made.files}, blobs: ${made.blobs}, bytes: ${made.size}.`,
        ...damaged.map((id) => `Blob ${id} is damaged or missing.`),
        ...damagedFiles.map(damagedFileText),
        ...(isDatabaseSound ? [] : ['The database is damaged. All earlier backups were kept.']),
      ].join('\n'),
      data: { backup: made, damaged, damagedFiles, isDatabaseSound },
      ...(damaged.length > 0 || damagedFiles.length > 0 || !isDatabaseSound
        ? { exitCode: exitCodes.damaged }
        : {}),
    }
  },
}
