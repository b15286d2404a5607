import { Failure } from '#server/platform/failure.ts'
import { acquireLock, type HeldLock, isLocked } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { findLiveFile } from '../find-live-file.ts'

/** Seconds after which it makes sense to look whether somebody still reads. */
const retryAfter = 60

/**
 * Makes the caller the only one, among all instances, who reads a file that is deleted after its download. Releasing
 * the lock lets the next one in.
 * @throws Failure DOWNLOAD_BUSY while somebody else reads; FILE_DELETED, FILE_EXPIRED when it has ended meanwhile
 */
export async function acquireExclusiveDownload(services: Services, id: string): Promise<HeldLock> {
  const lock = await acquireLock(services, leaseOf(id))
  if (!lock) throw busy()
  try {
    await findLiveFile(services, id)
  } catch (error) {
    await lock.release()
    throw error
  }
  return lock
}

/** @throws Failure DOWNLOAD_BUSY while somebody reads a file that one receiver at a time may have */
export async function refuseWhileRead(services: Services, id: string): Promise<void> {
  if (await isLocked(services, leaseOf(id))) throw busy()
}

function leaseOf(id: string): string {
  return `download:${id}`
}

function busy(): Failure {
  return new Failure('DOWNLOAD_BUSY', { retryAfter })
}
