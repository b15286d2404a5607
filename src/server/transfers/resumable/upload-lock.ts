import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Lock, LockTaken, requestRelease, withLock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'

/** Shorter than usual, because a sender waits for the lock of an instance that has died to fall. */
const options = { duration: 30_000, wanted: 'yield' } as const

/** One connection at a time writes to an upload, among all instances. */
export type UploadLocks = {
  /** Runs work on an upload. @throws Failure UPLOAD_LOCKED while another holds it */
  hold<Result>(id: string, work: (lock: Lock) => Promise<Result>): Promise<Result>
  /**
   * The same for work that takes bytes. `interrupted` fires when the sender has come back on another connection, on
   * whatever instance, when the lock is lost or the server stops: then the work stores what it has and ends.
   */
  holdTaking<Result>(
    id: string,
    work: (interrupted: AbortSignal, lock: Lock) => Promise<Result>,
  ): Promise<Result>
  /** Interrupts the taking of bytes for an upload, wherever it is done, and waits until it has ended. */
  interrupt(id: string): Promise<void>
  /** The same for all of this instance, which stops. */
  interruptAll(): Promise<void>
}

/** The lock of an upload, by the hash that its row has. */
export function uploadLockName(idHash: Uint8Array): string {
  return `upload:${Buffer.from(idHash).toString('base64url')}`
}

export function createUploadLocks(services: Services): UploadLocks {
  const stopping = new AbortController()
  const taking = new Set<Promise<unknown>>()

  async function hold<Result>(id: string, work: (lock: Lock) => Promise<Result>): Promise<Result> {
    return withLock(services, uploadLockName(sha256(id)), options, work).catch((error: unknown) => {
      if (error instanceof LockTaken) throw new Failure('UPLOAD_LOCKED', { retryAfter: 2 })
      throw error
    })
  }
  return {
    hold,
    async holdTaking(id, work) {
      const done = hold(id, (lock) =>
        work(AbortSignal.any([lock.signal, lock.wanted, stopping.signal]), lock),
      ).finally(() => taking.delete(done))
      taking.add(done)
      return done
    },
    async interrupt(id) {
      await requestRelease(services, uploadLockName(sha256(id)))
    },
    async interruptAll() {
      stopping.abort(new Failure('SHUTTING_DOWN'))
      await Promise.allSettled(taking)
    },
  }
}
