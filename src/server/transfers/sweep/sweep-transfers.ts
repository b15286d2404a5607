import { forgetNotifications } from '#server/messaging/notifications/forget-notifications.ts'
import type { Services } from '#server/platform/services.ts'
import { dayOf } from '../day-keys.ts'
import { endExpired } from './end-expired.ts'
import { notifyExpiring } from './notify-expiring.ts'
import { removeSegments } from './remove-blobs.ts'
import { removeEndedBlobs } from './remove-ended-blobs.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** What nobody has written to for so long, and belongs to no file, was left by an upload that died. */
const grace = 5 * MINUTE
/** How long an ended file's row still says what became of it. */
export const rowLife = 30 * DAY
const batch = 200

/**
 * Makes the sweep. Each run ends what has expired and clears away what has ended: slots and tickets first, then
 * blobs, then day keys that no file needs, rows past their time, stages and blobs that never became a file. It may
 * be stopped and repeated at any point.
 */
export function createSweep(services: Services): () => Promise<void> {
  const { database, blobs, clock, log } = services
  const orphans = new Map<string, number>()
  let listedAt = Number.NEGATIVE_INFINITY
  return async () => {
    await endExpired(services)
    await notifyExpiring(services)
    await forgetNotifications(services)
    const { failures } = await removeEndedBlobs(services)
    if (failures.length > 0) log.error({ err: failures[0] }, 'blobs of ended files not deleted yet')
    await removeAbandonedUploads(services)
    const now = clock.now()
    await database.deleteFrom('download_tickets').where('expires_at', '<=', now).execute()
    await database.deleteFrom('upload_steps').where('expires_at', '<=', now).execute()
    await database.deleteFrom('rate_limits').where('free_at', '<=', now).execute()
    await removeDayKeys(services)
    await database
      .deleteFrom('files')
      .where('ended_at', '<', now - rowLife)
      .where('blob_removed', '=', 1)
      .execute()
    await blobs.sweepStages(now - grace)
    // The store is listed whole, which costs, and before the grace is over no blob can have been missed twice.
    if (now - listedAt < grace) return
    await removeOrphans(services, orphans)
    listedAt = now
  }
}

/** Clears away uploads whose time is up: those that became a file lose only the memory of how they came. */
async function removeAbandonedUploads(services: Services): Promise<void> {
  const { database, clock } = services
  for (;;) {
    const rows = await database
      .selectFrom('resumable_uploads')
      .leftJoin('files', 'files.id', 'resumable_uploads.file_id')
      .select(['id_hash', 'resumable_uploads.file_id', 'files.id as became'])
      .where('resumable_uploads.expires_at', '<=', clock.now())
      .limit(batch)
      .execute()
    for (const { id_hash, file_id, became } of rows) {
      if (became === null) await removeSegments(services, file_id)
      await database.deleteFrom('resumable_uploads').where('id_hash', '=', id_hash).execute()
    }
    if (rows.length < batch) return
  }
}

/**
 * A day's key goes once its day is over and its last file has ended. One more day is waited, so that an upload
 * that ends around midnight never finds its key gone.
 */
async function removeDayKeys({ database, clock }: Services): Promise<void> {
  await database
    .deleteFrom('day_keys')
    .where('day', '<', dayOf(clock.now() - DAY))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('resumable_uploads')
            .select('file_id')
            .whereRef('resumable_uploads.key_day', '=', 'day_keys.day'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('files')
            .select('files.id')
            .whereRef('files.expiry_day', '=', 'day_keys.day')
            .where('files.ended_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/**
 * Removes blobs without a row. A blob is committed a moment before its row, so one is a stray only when it has been
 * seen without a row twice, at least the grace apart; what the store says of its age proves nothing.
 * @param orphans when each was first seen, kept between runs
 */
async function removeOrphans(
  { database, blobs, clock }: Services,
  orphans: Map<string, number>,
): Promise<void> {
  const now = clock.now()
  const seen = new Set<string>()
  let ids: string[] = []
  async function compare() {
    const rows = await database.selectFrom('pieces').select('blob_id').where('blob_id', 'in', ids).execute()
    const known = new Set(rows.map(({ blob_id }) => blob_id))
    for (const id of ids.filter((candidate) => !known.has(candidate))) {
      const first = orphans.get(id) ?? now
      if (now - first >= grace) await blobs.remove(id)
      else orphans.set(id, first)
      seen.add(id)
    }
    ids = []
  }
  for await (const id of blobs.list(now)) {
    ids.push(id)
    if (ids.length === batch) await compare()
  }
  if (ids.length > 0) await compare()
  for (const id of orphans.keys()) if (!seen.has(id)) orphans.delete(id)
}
