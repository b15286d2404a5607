import { acquireLock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { uploadLockName } from '../resumable/upload-lock.ts'
import { removeUpload } from './remove-blobs.ts'

const batch = 200

/**
 * Clears away uploads whose time is up: those that became a transfer lose only the memory of how they came. Each is held
 * while it is removed, so that none ends as a transfer meanwhile; one that is busy has another time.
 */
export async function removeAbandonedUploads(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services
  let busy = 0
  for (;;) {
    const rows = await database
      .selectFrom('uploads')
      .select(['id_hash', 'transfer_id', 'file_id'])
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .orderBy('transfer_id')
      .limit(batch)
      .offset(busy)
      .execute()
    for (const row of rows) {
      if (signal?.aborted) return
      const lock = await acquireLock(services, uploadLockName(row.id_hash))
      if (!lock) busy += 1
      else await removeUpload(services, row).finally(() => lock.release())
    }
    if (rows.length < batch) return
  }
}
