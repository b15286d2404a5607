import type { Services } from '../services.ts'
import { consumeRateLimit, type RateLimit } from './consume-rate-limit.ts'

/** How many keys are remembered; beyond, the longest unused one forfeits what it had. */
const maxKeys = 10_000

/**
 * An allowance for calls too cheap to pay a write each: taken from the table in blocks and used up here. A restart
 * forfeits what is left of a block, so it never gives anything away.
 * @returns a function that takes one for a key. @throws Failure RATE_LIMITED from it
 */
export function batchedRateLimiter(
  services: Services,
  allowance: RateLimit,
  block: number,
): (key: string) => Promise<void> {
  const left = new Map<string, number>()
  const buying = new Map<string, Promise<void>>()

  async function buy(key: string): Promise<void> {
    await consumeRateLimit(services, key, allowance, block)
    left.set(key, (left.get(key) ?? 0) + block)
  }
  /** Calls at the same time wait for one block. */
  function buyOnce(key: string): Promise<void> {
    const under = buying.get(key) ?? buy(key).finally(() => buying.delete(key))
    buying.set(key, under)
    return under
  }
  return async (key) => {
    let rest = left.get(key) ?? 0
    while (rest === 0) {
      await buyOnce(key)
      rest = left.get(key) ?? 0
    }
    left.delete(key)
    left.set(key, rest - 1)
    if (left.size <= maxKeys) return
    for (const oldest of left.keys()) {
      left.delete(oldest)
      break
    }
  }
}
