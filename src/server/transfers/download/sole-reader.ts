import { Failure } from '#server/platform/failure.ts'
import { holdLock } from '#server/platform/locks/hold-lock.ts'
import { isLocked } from '#server/platform/locks/is-locked.ts'
import type { Services } from '#server/platform/services.ts'
import { findLiveFile } from '../find-live-file.ts'

/** Seconds after which it makes sense to look whether somebody still reads. */
const retryAfter = 60

/**
 * Makes the caller the only one, among all instances, who reads a file that is deleted after its download. The returned
 * function lets the next one in.
 * @throws Failure DOWNLOAD_BUSY while somebody else reads; FILE_DELETED, FILE_EXPIRED when it has ended meanwhile
 */
export async function acquireExclusiveDownload(services: Services, id: string): Promise<() => Promise<void>> {
  const release = await holdLock(services, leaseOf(id))
  if (!release) throw busy()
  try {
    await findLiveFile(services, id)
  } catch (error) {
    await release()
    throw error
  }
  return release
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
