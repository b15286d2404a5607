import { clearAlarm, raiseAlarm } from '#server/platform/alarms.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** How many blobs are marked as missing or altered. */
export async function countDamagedBlobs(database: Database): Promise<number> {
  const { damaged } = await database
    .selectFrom('blobs')
    .select(({ fn }) => fn.countAll<number>().as('damaged'))
    .where('damaged_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return damaged
}

/** Marks a blob as missing or altered; the moment of the first mark stays. */
export async function markDamaged(database: Database, id: string, now: number): Promise<void> {
  await database
    .updateTable('blobs')
    .set({ damaged_at: now })
    .where('id', '=', id)
    .where('damaged_at', 'is', null)
    .execute()
}

/** Clears the mark of a blob that was read and found whole. */
export async function clearDamaged(database: Database, id: string): Promise<void> {
  await database
    .updateTable('blobs')
    .set({ damaged_at: null })
    .where('id', '=', id)
    .where('damaged_at', 'is not', null)
    .execute()
}

/** Raises the alarm about damaged blobs, or clears it when none is marked any more. */
export async function updateDamageAlarm(services: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const damaged = await countDamagedBlobs(services.database)
  if (damaged > 0) await raiseAlarm(services, 'damaged-blobs', { damaged })
  else await clearAlarm(services, 'damaged-blobs')
}
