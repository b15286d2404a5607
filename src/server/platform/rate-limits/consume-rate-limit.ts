import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'

/** Requests overtake one another, and the clocks of instances differ: so many milliseconds early is in time. */
const slack = 1000

/** `burst` at once, then one every `interval` milliseconds; both are whole numbers, as the table keeps them. */
export type RateLimit = { readonly burst: number; readonly interval: number }

/**
 * Takes one (or `count`) of what `key` may do, or refuses. It is the generic cell rate algorithm (ITU-T I.371): the one
 * number kept is when the whole allowance will be there again, so that a row is enough and a restart forgets
 * nothing.
 * @throws Failure RATE_LIMITED saying when to come back
 */
export async function consumeRateLimit(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  key: string,
  allowance: RateLimit,
  count = 1,
): Promise<void> {
  if (!config.RATE_LIMITS) return
  const now = clock.now()
  const cost = count * allowance.interval
  const latest = latestFreeAt(allowance, count, now)
  const taken = await database
    .insertInto('rate_limits')
    .values({ key, free_at: now + cost })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ eb }) => ({
          free_at: eb
            .case()
            .when('rate_limits.free_at', '>', now)
            .then(eb('rate_limits.free_at', '+', cost))
            .else(now + cost)
            .end(),
        }))
        .where('rate_limits.free_at', '<=', latest),
    )
    .executeTakeFirst()
  if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 1) return
  const row = await database
    .selectFrom('rate_limits')
    .select('free_at')
    .where('key', '=', key)
    .executeTakeFirst()
  throw tooSoon(row?.free_at ?? now, latest)
}

/** Until when the whole allowance may be used up at most, for `count` to be left now. */
export function latestFreeAt({ burst, interval }: RateLimit, count: number, now: number): number {
  return now + (burst - count) * interval + Math.min(slack, Math.floor(interval / 2))
}

/** The refusal that says when to come back. */
export function tooSoon(freeAt: number, latest: number): Failure {
  return new Failure('RATE_LIMITED', { retryAfter: Math.max(1, (freeAt - latest) / 1000) })
}
