import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { LockLost } from '#server/platform/locks/keep-lock.ts'
import { acquireLock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { removeUpload } from '../resumable/remove-upload.ts'
import { uploadLockName } from '../resumable/upload-lock.ts'
import { maxFailures } from './remove-ended-blobs.ts'

const batch = 200

/**
 * Clears away uploads whose time is up: those that became a transfer lose only the memory of how they came. Each is held
 * while it is removed, so that none ends as a transfer meanwhile; one that is busy has another time, and so has one whose
 * segments cannot be removed: it does not stop the others, twenty do.
 * @returns what went wrong
 */
export async function removeAbandonedUploads(
  services: Services,
  signal?: AbortSignal,
): Promise<BlobStoreFailure[]> {
  const { database, clock } = services
  const failures: BlobStoreFailure[] = []
  const left: string[] = []
  for (;;) {
    const rows = await database
      .selectFrom('uploads')
      .select(['id_hash', 'transfer_id', 'file_id'])
      .where('expires_at', '<=', clock.now())
      .$if(left.length > 0, (query) => query.where('transfer_id', 'not in', left))
      .orderBy('expires_at')
      .orderBy('transfer_id')
      .limit(batch)
      .execute()
    for (const row of rows) {
      if (signal?.aborted || failures.length >= maxFailures) return failures
      const lock = await acquireLock(services, uploadLockName(row.id_hash))
      try {
        if (lock) await removeUpload(services, row, lock, 'stopped')
        else left.push(row.transfer_id)
      } catch (error) {
        if (error instanceof BlobStoreFailure) failures.push(error)
        else if (!(error instanceof LockLost)) throw error
        left.push(row.transfer_id)
      } finally {
        await lock?.release()
      }
    }
    if (rows.length < batch) return failures
  }
}
