import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'

/** Milliseconds by which a request may be early: requests overtake one another, and the clocks of instances differ. */
const slack = 1000

/** `burst` at once, then one every `interval` milliseconds; both are whole numbers, as the table keeps them. */
export type RateLimit = { readonly burst: number; readonly interval: number }

type LimitServices = Pick<Services, 'database' | 'clock' | 'config'>

/**
 * Takes one (or `count`) of what `key` may do, or refuses. It is the generic cell rate algorithm (ITU-T I.371): the one
 * number kept is when the whole allowance will be there again, so that a row is enough and a restart forgets
 * nothing.
 * @throws Failure RATE_LIMITED saying when to come back
 */
export async function consumeRateLimit(
  services: LimitServices,
  key: string,
  limit: RateLimit,
  count = 1,
): Promise<void> {
  const { database, clock, config } = services
  if (!config.RATE_LIMITS) return
  const now = clock.now()
  const cost = count * limit.interval
  const latest = latestFreeAt(limit, count, now)
  const usedUp = usedUpAt(limit, now)
  const taken = await database
    .insertInto('rate_limits')
    .values({ key, free_at: now + cost })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ eb }) => ({
          free_at: eb
            .case()
            .when('rate_limits.free_at', '>', usedUp + slack)
            .then(usedUp)
            .when('rate_limits.free_at', '>', now)
            .then(eb('rate_limits.free_at', '+', cost))
            .else(now + cost)
            .end(),
        }))
        .where(({ eb, or }) =>
          or([
            // guard: rate limit -> tests/http/uploads/upload-limits.test.ts "are counted whatever"
            //   '<=', latest becomes '>', 0
            eb('rate_limits.free_at', '<=', latest),
            // Stored by a clock that was ahead: as if this were the last one of the allowance.
            // guard: rate limit of a clock that was ahead -> tests/http/uploads/upload-limits.test.ts "a clock that was a day ahead"
            eb('rate_limits.free_at', '>', usedUp + slack),
          ]),
        ),
    )
    .executeTakeFirst()
  if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 1) return
  throw tooSoon((await findFreeAt(services, key)) ?? now, latest)
}

/**
 * Checks whether one (or `count`) of the key's allowance is left without consuming it: for calls that consume it later and
 * should be refused early.
 * @throws Failure RATE_LIMITED as consumeRateLimit would now
 */
export async function checkRateLimit(
  services: LimitServices,
  key: string,
  limit: RateLimit,
  count = 1,
): Promise<void> {
  const { clock, config } = services
  if (!config.RATE_LIMITS) return
  const now = clock.now()
  const latest = latestFreeAt(limit, count, now)
  const freeAt = await findFreeAt(services, key)
  const isFromClockAhead = (freeAt ?? 0) > usedUpAt(limit, now) + slack
  if (freeAt !== undefined && freeAt > latest && !isFromClockAhead) throw tooSoon(freeAt, latest)
}

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

/** When the whole allowance of `key` will be there again. */
async function findFreeAt({ database }: LimitServices, key: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('rate_limits')
    .select('free_at')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.free_at
}

/** When the whole allowance will be there again once all of it has been taken now: a later time comes from a clock that was ahead. */
function usedUpAt({ burst, interval }: RateLimit, now: number): number {
  return now + burst * interval
}

/** Until when the whole allowance may be used up at most, for `count` to be left now. */
function latestFreeAt({ burst, interval }: RateLimit, count: number, now: number): number {
  return now + (burst - count) * interval + Math.min(slack, Math.floor(interval / 2))
}

/** The refusal that says when to come back. */
function tooSoon(freeAt: number, latest: number): Failure {
  return new Failure('RATE_LIMITED', { retryAfter: Math.max(1, (freeAt - latest) / 1000) })
}
