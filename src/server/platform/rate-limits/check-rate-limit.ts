import type { Services } from '../services.ts'
import { latestFreeAt, type RateLimit, tooSoon } from './consume-rate-limit.ts'

/**
 * Looks whether one (or `count`) of what `key` may do is left, without taking it: for what is taken only later, and might
 * as well be refused now.
 * @throws Failure RATE_LIMITED as consumeRateLimit would now
 */
export async function checkRateLimit(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  key: string,
  allowance: RateLimit,
  count = 1,
): Promise<void> {
  if (!config.RATE_LIMITS) return
  const latest = latestFreeAt(allowance, count, clock.now())
  const row = await database
    .selectFrom('rate_limits')
    .select('free_at')
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && row.free_at > latest) throw tooSoon(row.free_at, latest)
}
