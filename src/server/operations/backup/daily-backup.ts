import { commandLine } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { createBackup } from './create-backup.ts'

/** Backups that stay when a new one is complete. */
const kept = 30
/** Name of the row of `jobs` with the moment whose backup was begun. */
const name = 'daily backup'

/**
 * Makes the backup of BACKUP_TIME once that time of the day has passed; one instance makes it. A moment that passed before
 * this job first ran is left out, one during which the service was stopped is made up for.
 * @throws Failure as createBackup does; the next try is that of the next day
 */
export async function backUpDaily(services: Services): Promise<void> {
  const { config, database, clock } = services
  if (config.BACKUP_TIME === undefined) return
  const moment = lastMoment(config.BACKUP_TIME, clock.now())
  const first = await database
    .insertInto('jobs')
    .values({ name, began_at: moment })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return
  // guard: one daily backup of all instances -> tests/http/setup/services.test.ts "every day"
  const taken = await database
    .updateTable('jobs')
    .set({ began_at: moment })
    .where('name', '=', name)
    .where('began_at', '<', moment)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return
  const withBlobs = config.BACKUP_DIR !== undefined
  await createBackup(services, { by: commandLine }, { withBlobs, keep: kept })
}

/** The latest moment with that time of the day, in the time zone of the server; milliseconds since 1970. */
function lastMoment({ hours, minutes }: { readonly hours: number; readonly minutes: number }, now: number) {
  const moment = new Date(now)
  moment.setHours(hours, minutes, 0, 0)
  if (moment.getTime() > now) moment.setDate(moment.getDate() - 1)
  return moment.getTime()
}
