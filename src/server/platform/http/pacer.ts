import { setTimeout as pause } from 'node:timers/promises'

/**
 * Keeps reading below a rate: call the result with the bytes of each step; it resolves when the next may follow.
 * @param rate bytes per second; unlimited when undefined
 */
export function createPacer(rate: number | undefined): (bytes: number) => Promise<void> {
  const begun = performance.now()
  let total = 0
  return async (bytes) => {
    if (rate === undefined) return
    total += bytes
    const early = begun + (total / rate) * 1000 - performance.now()
    if (early > 0) await pause(early)
  }
}
