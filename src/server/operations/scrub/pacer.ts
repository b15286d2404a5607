import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'

/** The longest pause at once, in milliseconds: a clock that was set back stops nothing for longer. */
const maxPause = 1000

/**
 * Keeps reading below a rate: call the result with the bytes of each step; it resolves when the next may follow.
 * @param rate bytes per second; unlimited when undefined
 */
export function createPacer(clock: Clock, rate: number | undefined): (bytes: number) => Promise<void> {
  const begun = clock.now()
  let total = 0
  return async (bytes) => {
    if (rate === undefined) return
    total += bytes
    const early = begun + (total / rate) * 1000 - clock.now()
    if (early > 0) await pause(Math.min(early, maxPause))
  }
}
