import { sql } from 'kysely'
import { type BlobStore, BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { transact } from '#server/platform/database/transact.ts'
import { clearAlarm, raiseAlarm } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { maxFailures } from './remove-ended-blobs.ts'

const MINUTE = 60_000
/** Milliseconds without a write after which a blob that belongs to no upload counts as left by one that died. */
export const grace = 5 * MINUTE
/** So long it is remembered which blobs were removed: no instance that was stopped in an upload goes on later than this. */
const remembered = 30 * 24 * 60 * MINUTE
const batch = 200
/** Fewer orphans than this are removed however small the store is. */
const unsuspicious = 20

/**
 * Removes blobs without a row. A blob is committed a moment before its row, so one is an orphan only when it has been seen
 * without a row twice, at least the grace apart; what the store says of its age proves nothing. The sightings are kept in
 * the database, so that they outlive this process, and so does what was removed: see insertSegments. When more than a tenth of the store would go, nothing is removed: then
 * the database is more likely to be the wrong one.
 */
export function createOrphanSweep(services: Services): (signal?: AbortSignal) => Promise<void> {
  let listedAt = Number.NEGATIVE_INFINITY
  return async (signal) => {
    const now = services.clock.now()
    // The store is listed whole, which costs, and before the grace is over no blob can have been missed twice.
    if (Math.abs(now - listedAt) < grace) return
    let isSuspicious = false
    for (const store of services.blobs.all) {
      const listed = await listStore(services, store, now, signal)
      if (listed === undefined) return
      if (!(await removeOrphans(services, store, now, listed))) isSuspicious = true
    }
    if (!isSuspicious) await clearAlarm(services, 'orphans')
    listedAt = now
  }
}

/** Notes every blob without a row. @returns how many blobs the store has, or undefined when it was stopped */
async function listStore(
  { database }: Services,
  store: BlobStore,
  now: number,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  let listed = 0
  let ids: string[] = []
  async function note() {
    const known = await database.selectFrom('blobs').select('id').where('id', 'in', ids).execute()
    const owned = new Set(known.map(({ id }) => id))
    const orphans = ids.filter((id) => !owned.has(id))
    if (orphans.length > 0)
      await database
        .insertInto('orphans')
        .values(
          orphans.map((id) => ({
            blob_id: id,
            store: store.name,
            first_seen: now,
            last_seen: now,
            removed_at: null,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('blob_id').doUpdateSet(({ eb }) => ({
            last_seen: now,
            // A sighting by a clock that was ahead counts from now.
            first_seen: eb
              .case()
              .when('orphans.first_seen', '>', now)
              .then(now)
              .else(eb.ref('orphans.first_seen'))
              .end(),
          })),
        )
        .execute()
    listed += ids.length
    ids = []
  }
  for await (const id of store.list(now)) {
    if (signal?.aborted) return undefined
    ids.push(id)
    if (ids.length === batch) await note()
  }
  if (ids.length > 0) await note()
  return listed
}

/** @returns false when this store has too many, so that none is removed; then the alarm is on */
async function removeOrphans(
  services: Services,
  store: BlobStore,
  now: number,
  listed: number,
): Promise<boolean> {
  const { database, log } = services
  // Orphans that were not seen this time are gone, or have their row.
  await database
    .deleteFrom('orphans')
    .where('store', '=', store.name)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('last_seen', '<', now).and('removed_at', 'is', null),
        eb('removed_at', '<', now - remembered),
        exists(selectFrom('blobs').select('blobs.id').whereRef('blobs.id', '=', 'orphans.blob_id')),
      ]),
    )
    .execute()
  const rows = await database
    .selectFrom('orphans')
    .select('blob_id')
    .where('store', '=', store.name)
    // guard: orphans: second sighting -> tests/http/downloads/transfer.test.ts "what never became a file is swept"
    .where('first_seen', '<=', now - grace)
    .where('last_seen', '=', now)
    .execute()
  // guard: orphans: alarm at a tenth -> tests/http/downloads/sweep.test.ts "more than a tenth"
  if (rows.length > Math.max(unsuspicious, listed / 10)) {
    const details = { store: store.name, orphans: rows.length, blobs: listed }
    log.error(details, 'so many stored blobs are unknown to the database that none is removed')
    await raiseAlarm(services, 'orphans', details)
    return false
  }
  let failures = 0
  for (const { blob_id } of rows) {
    try {
      await removeOrphan(services, store, blob_id, now)
    } catch (error) {
      failures += 1
      if (!(error instanceof BlobStoreFailure) || failures >= maxFailures) throw error
      log.error({ err: error, blob: blob_id }, 'a blob without a row could not be removed yet')
    }
  }
  return true
}

/**
 * Removes a blob unless it got its row a moment ago. From the commit on, which comes first, it can no longer get one: an
 * instance that stood still between the two finds out.
 */
async function removeOrphan(
  { database }: Services,
  store: BlobStore,
  blobId: string,
  now: number,
): Promise<void> {
  const isOrphan = await transact(database, async (transaction) => {
    // First, because an upload that enters its blob holds this row: then the look comes after its commit.
    await transaction.updateTable('orphans').set({ removed_at: now }).where('blob_id', '=', blobId).execute()
    const owned = await transaction
      .selectFrom('blobs')
      .select(sql`1`.as('one'))
      .where('id', '=', blobId)
      .execute()
    // guard: orphans: look before the removal -> tests/http/downloads/sweep.test.ts "that gets its row"
    //   owned.length === 0 becomes true
    if (owned.length === 0) return true
    await transaction.deleteFrom('orphans').where('blob_id', '=', blobId).execute()
    return false
  })
  if (isOrphan) await store.remove(blobId)
}
