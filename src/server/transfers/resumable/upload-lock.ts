import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import { holdLock } from '#server/platform/locks/hold-lock.ts'
import type { Services } from '#server/platform/services.ts'

/** Shorter than usual, because somebody waits for the lock of an instance that has died to fall. */
const lease = { duration: 30_000, renewal: 10_000 }

/** One connection at a time writes to an upload, among all instances. */
export type UploadLocks = {
  /** Runs work on an upload. @throws Failure UPLOAD_LOCKED while another holds it */
  hold<Result>(id: string, work: () => Promise<Result>): Promise<Result>
  /**
   * The same for work that takes bytes. `interrupted` fires when the sender has come back on another connection, or the
   * server stops: then the work stores what it has and ends.
   */
  holdTaking<Result>(id: string, work: (interrupted: AbortSignal) => Promise<Result>): Promise<Result>
  /** Interrupts the taking of bytes for an upload, if it is done here, and waits until it has ended. */
  interrupt(id: string): Promise<void>
  /** The same for all of them. */
  interruptAll(): Promise<void>
}

export function createUploadLocks(services: Services): UploadLocks {
  const held = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  async function acquire(id: string): Promise<() => Promise<void>> {
    const release = await holdLock(services, `upload:${sha256(id).toString('base64url')}`, lease)
    if (!release) throw new Failure('UPLOAD_LOCKED', { retryAfter: 2 })
    return release
  }
  async function end({ stop, ended }: { stop: AbortController; ended: Promise<void> }) {
    stop.abort()
    await ended
  }
  return {
    async hold(id, work) {
      const release = await acquire(id)
      return await work().finally(release)
    },
    async holdTaking(id, work) {
      const release = await acquire(id)
      const stop = new AbortController()
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      held.set(id, { stop, ended })
      try {
        return await work(stop.signal)
      } finally {
        held.delete(id)
        await release().finally(resolve)
      }
    },
    async interrupt(id) {
      const holder = held.get(id)
      if (holder) await end(holder)
    },
    async interruptAll() {
      await Promise.all([...held.values()].map(end))
    },
  }
}
