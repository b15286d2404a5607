import type { Clock } from '../../time/clock.ts'

/** Seconds after which one sender tries whether clamd is back. */
const breakerTime = 10

/** Knows whether clamd is away, so that only one at a time waits for what does not come. */
type ClamdBreaker = {
  /** Asks clamd now; calls meanwhile share the answer. @throws what the ping throws */
  check(): Promise<void>
  /**
   * Lets a scan begin. While clamd is known to be away it throws at once; every ten seconds one sender finds out
   * whether that still holds.
   */
  admit(): Promise<void> | undefined
}

/** @param ping rejects with ScannerUnavailable when clamd does not answer */
export function createClamdBreaker(ping: () => Promise<void>, clock: Clock): ClamdBreaker {
  let asking: Promise<void> | undefined
  let away: { readonly reason: unknown; triedAt: number } | undefined

  async function ask(): Promise<void> {
    try {
      await ping()
      away = undefined
    } catch (reason) {
      away = { reason, triedAt: clock.now() }
      throw reason
    } finally {
      asking = undefined
    }
  }
  function check(): Promise<void> {
    asking ??= ask()
    return asking
  }
  return {
    check,
    admit() {
      if (!away) return undefined
      // Either way: a clock that was ahead is put right.
      if (Math.abs(clock.now() - away.triedAt) < breakerTime * 1000) throw away.reason
      away.triedAt = clock.now()
      return check()
    },
  }
}
