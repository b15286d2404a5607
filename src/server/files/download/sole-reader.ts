import { newId } from '#crypto/random-id.ts'
import { Failure } from '../../http/failure.ts'
import { releaseLease } from '../../leases/release-lease.ts'
import { takeLease } from '../../leases/take-lease.ts'
import type { Services } from '../../ports/services.ts'
import { findLiveFile } from '../find-live-file.ts'

/** Milliseconds that the right to read lasts, and after which it is renewed. */
const reading = { duration: 60_000, renewal: 20_000 }

/**
 * Makes the caller the only one, among all instances, who reads a file that is deleted after its download. The returned
 * function lets the next one in.
 * @throws Failure DOWNLOAD_BUSY while somebody else reads; FILE_DELETED, FILE_EXPIRED when it has ended meanwhile
 */
export async function becomeSoleReader(services: Services, id: string): Promise<() => Promise<void>> {
  const lease = leaseOf(id)
  const holder = newId()
  if (!(await takeLease(services, lease, holder, reading.duration))) throw busy()
  const renewal = setInterval(() => {
    takeLease(services, lease, holder, reading.duration).catch((error: unknown) => {
      services.log.error({ err: error }, 'a download lease could not be renewed')
    })
  }, reading.renewal)
  async function release() {
    clearInterval(renewal)
    await releaseLease(services, lease, holder)
  }
  try {
    await findLiveFile(services, id)
  } catch (error) {
    await release()
    throw error
  }
  return release
}

/** @throws Failure DOWNLOAD_BUSY while somebody reads a file that one receiver at a time may have */
export async function refuseWhileRead({ database, clock }: Services, id: string): Promise<void> {
  const lease = await database
    .selectFrom('leases')
    .select('name')
    .where('name', '=', leaseOf(id))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (lease) throw busy()
}

function leaseOf(id: string): string {
  return `download:${id}`
}

function busy(): Failure {
  return new Failure('DOWNLOAD_BUSY', { retryAfter: reading.duration / 1000 })
}
