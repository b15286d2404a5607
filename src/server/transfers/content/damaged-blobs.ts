import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { clearAlarm, findAlarms, raiseAlarm } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { concernedTransfer } from '../model/transfer-events.ts'
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

/** Which of some transfers have content that is marked: they cannot be downloaded completely. */
export async function findDamagedTransfers(
  database: Database,
  transferIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transferIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('files')
    .innerJoin('segments', 'segments.file_id', 'files.id')
    .innerJoin('blobs', 'blobs.id', 'segments.blob_id')
    .select('files.transfer_id')
    .distinct()
    .where('files.transfer_id', 'in', transferIds)
    // Without its list of files or its previews a file is still complete.
    .where('segments.part', '=', 'content')
    .where('blobs.damaged_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ transfer_id }) => transfer_id))
}

/**
 * Marks a blob as missing or altered; the moment of the first mark stays. With the first of a transfer's content its owner
 * is told.
 */
export async function markDamaged(
  services: Pick<Services, 'database' | 'clock' | 'keyRing'>,
  id: string,
): Promise<void> {
  await transact(services.database, async (transaction) => {
    const transfer = await lockOwned(transaction, id)
    const wasDamaged = transfer !== undefined && (await isDamaged(transaction, transfer))
    await transaction
      .updateTable('blobs')
      .set({ damaged_at: services.clock.now() })
      .where('id', '=', id)
      .where('damaged_at', 'is', null)
      .execute()
    if (!transfer || wasDamaged || !(await isDamaged(transaction, transfer))) return
    await appendEvent(transaction, services, {
      kind: 'transfer.damaged',
      payload: concernedTransfer(transfer),
      userId: transfer.owner_id,
      transferId: transfer.id,
    })
  })
}

async function isDamaged(database: Database, { id }: Pick<TransfersRow, 'id'>): Promise<boolean> {
  return (await findDamagedTransfers(database, [id])).has(id)
}

/**
 * The transfer that a blob belongs to, where it has an owner and its links work. It is locked: of two of its blobs that are
 * marked at the same time, one is the first.
 */
async function lockOwned(transaction: Database, blobId: string) {
  return transaction
    .selectFrom('transfers')
    .select(['id', 'owner_id', 'name', 'expires_at'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('segments')
        .innerJoin('files', 'files.id', 'segments.file_id')
        .select('files.transfer_id')
        .where('segments.blob_id', '=', blobId),
    )
    .where('state', '=', 'ready')
    .where('owner_id', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
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

/** Raises the alarm about damaged blobs, or clears it when none is marked. */
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
  const { database, log } = services
  const { blobId } = error.cause
  try {
    // The blobs of a transfer that has just ended are no damage.
    if (!(await isBlobInUse(database, blobId))) return
    await markDamaged(services, blobId)
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
