import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import { consumeRateLimit, type RateLimit } from './rate-limits.ts'

/** How many keys are remembered; beyond, the longest unused one forfeits what it had. */
const maxKeys = 10_000
/** How long a call waits for the database before it goes on without, in milliseconds. */
const maxWaitMs = 300

/**
 * A limit for calls too cheap to pay a write each: taken from the table in blocks and used up here. A restart
 * forfeits what is left of a block, so it never gives anything away. While the database cannot be written to, or takes
 * its time, it lets calls pass: what only reads goes on.
 * @returns a function that takes one for a key. @throws Failure RATE_LIMITED from it
 */
export function batchedRateLimiter(
  services: Services,
  limit: RateLimit,
  block: number,
): (key: string) => Promise<void> {
  const left = new Map<string, number>()
  const buying = new Map<string, Promise<'bought' | 'failed'>>()
  /** Keys whose block is overdue, for which no other caller waits. */
  const late = new Set<string>()

  async function buy(key: string): Promise<'bought' | 'failed'> {
    try {
      await consumeRateLimit(services, key, limit, block)
    } catch (error) {
      if (error instanceof Failure) throw error
      services.log.warn({ err: error }, 'a limit cannot be counted')
      return 'failed'
    }
    left.set(key, (left.get(key) ?? 0) + block)
    return 'bought'
  }
  function forget(key: string): void {
    buying.delete(key)
    late.delete(key)
  }
  /** Calls at the same time wait for one block. */
  function buyOnce(key: string): Promise<'bought' | 'failed'> {
    const under = buying.get(key) ?? buy(key).finally(() => forget(key))
    buying.set(key, under)
    return under
  }
  return async (key) => {
    let rest = left.get(key) ?? 0
    while (rest === 0) {
      if (late.has(key)) return
      const bought = buyOnce(key)
      // Its refusal reaches the calls after those that went on without it.
      bought.catch(() => {})
      const came = await Promise.race([bought, wait(maxWaitMs, 'late' as const, { ref: false })])
      if (came === 'late' && buying.has(key)) late.add(key)
      if (came !== 'bought') return
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
