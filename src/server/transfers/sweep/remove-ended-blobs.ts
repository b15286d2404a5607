import { type ExpressionBuilder, sql } from 'kysely'
import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import type { Tables } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { setsOn, workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { runningTime } from '../download/reservations.ts'

type Needs = Pick<Services, 'database' | 'engine' | 'blobs' | 'clock'>

/** Failed removals from which on the store counts as away. */
export const maxFailures = 20
/** Blobs removed from stores at the same time. */
const atOnce = 8
/** Rows that one statement deletes: a database takes some ten thousand parameters, and a single upload may have as many blobs. */
const deletedAtOnce = 1000

/** Lets pass the transfers of which no download is under way: one that began before the end goes on. */
export function hasNoDownload(now: number) {
  return ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'transfers'>) =>
    not(
      exists(
        selectFrom('reservations')
          .innerJoin('links', 'links.id', 'reservations.link_id')
          .select('links.id')
          .whereRef('links.transfer_id', '=', 'transfers.id')
          // guard: blobs of a running download -> tests/long/http/cut-downloads.test.ts "goes on when its transfer expires"
          //   '>', now becomes '>', Number.MAX_SAFE_INTEGER
          .where('reservations.until', '>', now),
      ),
    )
}

/**
 * Removes the blobs of all transfers that have ended, except while a download that began before the end goes on, and for a few
 * minutes after the end was moved or "delete after download" was switched: a download that began before that, when it was not
 * to be expected that the transfer ends, enters itself a little later. One that
 * cannot be removed does not stop the others, twenty do.
 * @returns how many transfers lost their blobs by this call, and what went wrong with others, for which there will be
 *   another time
 */
export async function removeEndedBlobs(
  services: Needs,
  signal?: AbortSignal,
): Promise<{ removed: number; failures: BlobStoreFailure[] }> {
  const failures: BlobStoreFailure[] = []
  /** Those that could not be removed stay in front. */
  const left = new Set<string>()
  let removed = 0
  await workInSets(
    async (size) => {
      const rows = await services.database
        .selectFrom('transfers')
        .select('id')
        .where('ended_at', 'is not', null)
        // A literal: only so does SQLite see that the index has all of them.
        .where('cleared', '=', sql.lit(0))
        .where(hasNoDownload(services.clock.now()))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('transfer_events')
                .select('transfer_events.id')
                .whereRef('transfer_events.transfer_id', '=', 'transfers.id')
                .where('at', '>', services.clock.now() - runningTime)
                .where('kind', 'in', ['end-moved', 'deletion-changed']),
            ),
          ),
        )
        .orderBy('ended_at')
        .limit(size + left.size)
        .execute()
      const ids = rows.map(({ id }) => id).filter((id) => !left.has(id))
      const set = await removeSet(services, ids, maxFailures - failures.length, signal)
      removed += set.removed
      failures.push(...set.failures)
      for (const id of set.left) left.add(id)
      return failures.length < maxFailures ? ids.length : 0
    },
    signal,
    setsOn[services.engine.name],
  )
  return { removed, failures }
}

/** Removes the blobs of these transfers, those of stores first, so that none is left without a row. */
async function removeSet(
  { database, blobs }: Needs,
  ids: readonly string[],
  maxFailures: number,
  signal?: AbortSignal,
) {
  const failures: BlobStoreFailure[] = []
  const left = new Set<string>()
  if (ids.length === 0) return { removed: 0, failures, left }
  const stored = await database
    .selectFrom('files')
    .innerJoin('segments', 'segments.file_id', 'files.id')
    .innerJoin('blobs', 'blobs.id', 'segments.blob_id')
    .select(['files.transfer_id', 'blobs.id', 'blobs.store'])
    .where('files.transfer_id', 'in', ids)
    .execute()
  const waiting = stored.filter(({ store }) => store !== 'database').values()
  async function removeNext(): Promise<void> {
    for (const { transfer_id, id, store } of waiting) {
      if (signal?.aborted || failures.length >= maxFailures) left.add(transfer_id)
      else if (!left.has(transfer_id)) {
        try {
          await blobs.store(store).remove(id)
        } catch (error) {
          if (!(error instanceof BlobStoreFailure)) throw error
          failures.push(error)
          left.add(transfer_id)
        }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, removeNext))
  const gone = ids.filter((id) => !left.has(id))
  if (gone.length === 0) return { removed: 0, failures, left }
  // Blobs that the database itself keeps go with their row.
  const cleared = await transact(database, async (transaction) => {
    const files = transaction.selectFrom('files').select('id').where('transfer_id', 'in', gone)
    await transaction.deleteFrom('segments').where('file_id', 'in', files).execute()
    const blobIds = stored.filter(({ transfer_id }) => !left.has(transfer_id)).map(({ id }) => id)
    for (let from = 0; from < blobIds.length; from += deletedAtOnce)
      await transaction
        .deleteFrom('blobs')
        .where('id', 'in', blobIds.slice(from, from + deletedAtOnce))
        .execute()
    return transaction
      .updateTable('transfers')
      .set({ cleared: 1 })
      .where('id', 'in', gone)
      .where('cleared', '=', 0)
      .executeTakeFirst()
  })
  return { removed: Number(cleared.numUpdatedRows), failures, left }
}
