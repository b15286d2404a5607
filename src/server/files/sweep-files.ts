import type { Services } from '../ports/services.ts'
import { dayOf } from './day-keys.ts'
import { endFile } from './files-table.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A stage nobody has written to for so long belongs to an upload that died. */
const stageAge = 5 * MINUTE
/** How long an ended file's row still says what became of it. */
const rowLife = 30 * DAY
const batch = 200

/**
 * Ends what has expired and clears away what has ended: slots and tickets first, then blobs, then day keys that
 * no file needs, rows past their time, stages and blobs that never became a file. May be stopped and repeated
 * at any point.
 */
export async function sweepFiles(services: Services): Promise<{ expired: number; removed: number }> {
  const expired = await endExpired(services)
  const removed = await removeBlobs(services)
  const { database, blobs, clock } = services
  const now = clock.now()
  await database.deleteFrom('download_tickets').where('expires_at', '<=', now).execute()
  await removeDayKeys(services)
  await database
    .deleteFrom('files')
    .where('ended_at', '<', now - rowLife)
    .where('blob_removed', '=', 1)
    .execute()
  await blobs.sweepStages(now - stageAge)
  await removeOrphans(services)
  return { expired, removed }
}

async function endExpired({ database, clock }: Services): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await database
      .selectFrom('files')
      .select('id')
      .where('ended_at', 'is', null)
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .limit(batch)
      .execute()
    for (const { id } of rows) await endFile(database, id, 'expired', clock.now())
    count += rows.length
    if (rows.length < batch) return count
  }
}

async function removeBlobs({ database, blobs }: Services): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await database
      .selectFrom('files')
      .select(['id', 'blob_id'])
      .where('ended_at', 'is not', null)
      .where('blob_removed', '=', 0)
      .limit(batch)
      .execute()
    for (const { id, blob_id } of rows) {
      await blobs.remove(blob_id)
      await database.updateTable('files').set({ blob_removed: 1 }).where('id', '=', id).execute()
    }
    count += rows.length
    if (rows.length < batch) return count
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
          selectFrom('files')
            .select('files.id')
            .whereRef('files.expiry_day', '=', 'day_keys.day')
            .where('files.ended_at', 'is', null),
        ),
      ),
    )
    .execute()
}

async function removeOrphans({ database, blobs, clock }: Services): Promise<void> {
  let ids: string[] = []
  async function compare() {
    const rows = await database.selectFrom('files').select('blob_id').where('blob_id', 'in', ids).execute()
    const known = new Set(rows.map(({ blob_id }) => blob_id))
    for (const id of ids) if (!known.has(id)) await blobs.remove(id)
    ids = []
  }
  for await (const id of blobs.list(clock.now() - stageAge)) {
    ids.push(id)
    if (ids.length === batch) await compare()
  }
  if (ids.length > 0) await compare()
}
