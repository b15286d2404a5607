import { parseArgs } from 'node:util'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { commandLine } from '#server/platform/events/record-act.ts'
import { type Command, UsageError } from './command.ts'
import { withServices } from './with-services.ts'

export const backup: Command = {
  help: `Usage: restante backup [--blobs] [--keep NUMBER] [--json]

Writes the tables, as they stand at one moment, and a list of the blobs with their
checksums into a new folder of BACKUP_DIR. Sessions, tickets and mails are left out.

  --blobs   copy the blobs as well, into BACKUP_DIR/blobs; those that earlier
            backups have copied are not copied again
  --keep NUMBER
            remove older backups when this one is complete, so that there are so
            many; copied blobs that only those name go with the next backup

The keys that open files lie beside the backups in BACKUP_DIR/keys, still sealed
under the master key, and disappear there when their day is over. Carry that folder
elsewhere only by a way that deletes what is deleted here, such as rsync --delete.
The master keys are in no backup: keep them apart.

Examples:
  restante backup
  BACKUP_DIR=/mnt/backup restante backup --blobs --keep 7 --json`,
  async run(args) {
    const { values } = parseArgs({ args, options: { blobs: { type: 'boolean' }, keep: { type: 'string' } } })
    const withBlobs = values.blobs ?? false
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isSafeInteger(keep) && keep >= 1))
      throw new UsageError('--keep wants a number from 1 on.')
    const made = await withServices((services) =>
      createBackup(services, { by: commandLine }, { withBlobs, keep }),
    )
    return {
      text: `${made.name} is complete. Live files: ${made.files}, blobs: ${made.blobs}, bytes: ${made.size}.`,
      data: { backup: made },
    }
  },
}
