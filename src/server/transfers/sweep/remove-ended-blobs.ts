import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import type { Services } from '#server/platform/services.ts'
import { removeBlobs } from './remove-blobs.ts'

const batch = 200
/** When so many cannot be removed, the store is away. */
const maxFailures = 20

/**
 * Removes the blobs of all files that have ended. One that cannot be removed does not stop the others, twenty do.
 * @returns how many files lost their blobs, and what went wrong with others, for which there will be another time
 */
export async function removeEndedBlobs(
  services: Pick<Services, 'database' | 'blobs'>,
): Promise<{ removed: number; failures: BlobStoreFailure[] }> {
  const failures: BlobStoreFailure[] = []
  let removed = 0
  for (;;) {
    const rows = await services.database
      .selectFrom('files')
      .select('id')
      .where('ended_at', 'is not', null)
      .where('blob_removed', '=', 0)
      .orderBy('ended_at')
      .orderBy('id')
      .limit(batch)
      // Those that could not be removed stay in front.
      .offset(failures.length)
      .execute()
    for (const { id } of rows) {
      if (failures.length >= maxFailures) break
      try {
        await removeBlobs(services, id)
        removed += 1
      } catch (error) {
        if (!(error instanceof BlobStoreFailure)) throw error
        failures.push(error)
      }
    }
    if (rows.length < batch || failures.length >= maxFailures) return { removed, failures }
  }
}
