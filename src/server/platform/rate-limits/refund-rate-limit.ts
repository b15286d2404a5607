import type { Services } from '../services.ts'
import type { RateLimit } from './consume-rate-limit.ts'

/** Gives one (or `count`) back: what was taken before it was known whether it counts. */
export async function refundRateLimit(
  { database, config }: Pick<Services, 'database' | 'config'>,
  key: string,
  { interval }: RateLimit,
  count = 1,
): Promise<void> {
  if (!config.RATE_LIMITS) return
  await database
    .updateTable('rate_limits')
    .set(({ eb }) => ({ free_at: eb('free_at', '-', count * interval) }))
    .where('key', '=', key)
    .execute()
}
