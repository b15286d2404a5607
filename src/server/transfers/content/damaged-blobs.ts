import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { clearAlarm, findAlarms, raiseAlarm } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { BlobDamaged } from './open-content.ts'

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

/**
 * Marks the blob whose damage made a download fail, and raises the alarm; of any other failure it does nothing. Never
 * fails: what the download failed with is what matters to its receiver.
 */
export async function recordDamage(services: Services, error: unknown): Promise<void> {
  if (!(error instanceof Failure) || !(error.cause instanceof BlobDamaged)) return
  const { database, clock, log } = services
  const { blobId } = error.cause
  try {
    // The blobs of a transfer that has just ended are no damage.
    if (!(await isBlobInUse(database, blobId))) return
    await markDamaged(database, blobId, clock.now())
    await updateDamageAlarm(services)
  } catch (failure) {
    log.warn({ err: failure, blob: blobId }, 'a damaged blob could not be marked')
  }
}

/** Clears the alarm when the last damaged blob went with its transfer. Cheap where there is no alarm. */
export async function reviewDamageAlarm(services: Pick<Services, 'database' | 'clock'>): Promise<void> {
  if ((await findAlarms(services)).includes('damaged-blobs')) await updateDamageAlarm(services)
}

/** Whether a blob belongs to a transfer that has not ended, or to an upload under way: the sweep may remove all others. */
export async function isBlobInUse(database: Database, id: string): Promise<boolean> {
  const segment = await database
    .selectFrom('segments')
    .leftJoin('files', 'files.id', 'segments.file_id')
    .leftJoin('transfers', 'transfers.id', 'files.transfer_id')
    .select('transfers.ended_at')
    .where('segments.blob_id', '=', id)
    .executeTakeFirst()
  return segment !== undefined && segment.ended_at === null
}
