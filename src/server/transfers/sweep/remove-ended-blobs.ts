import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { removeBlobs } from './remove-blobs.ts'

const batch = 200
/** When so many cannot be removed, the store is away. */
const maxFailures = 20

/**
 * Removes the blobs of all transfers that have ended, except while a download that began before the end goes on. One that
 * cannot be removed does not stop the others, twenty do.
 * @returns how many transfers lost their blobs by this call, and what went wrong with others, for which there will be
 *   another time
 */
export async function removeEndedBlobs(
  services: Pick<Services, 'database' | 'blobs' | 'clock'>,
  signal?: AbortSignal,
): Promise<{ removed: number; failures: BlobStoreFailure[] }> {
  const failures: BlobStoreFailure[] = []
  let removed = 0
  for (;;) {
    const rows = await services.database
      .selectFrom('transfers')
      .select('id')
      .where('ended_at', 'is not', null)
      .where('cleared', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('reservations')
              .innerJoin('links', 'links.id', 'reservations.link_id')
              .select('links.id')
              .whereRef('links.transfer_id', '=', 'transfers.id')
              .where('reservations.until', '>', services.clock.now()),
          ),
        ),
      )
      .orderBy('ended_at')
      .orderBy('id')
      .limit(batch)
      // Those that could not be removed stay in front.
      .offset(failures.length)
      .execute()
    for (const { id } of rows) {
      if (failures.length >= maxFailures || signal?.aborted) break
      try {
        if (await removeBlobs(services, id)) removed += 1
      } catch (error) {
        if (!(error instanceof BlobStoreFailure)) throw error
        failures.push(error)
      }
    }
    if (rows.length < batch || failures.length >= maxFailures || signal?.aborted) return { removed, failures }
  }
}
