import { sha256 } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { oneAtATime } from './sign-in-limits.ts'

const SECOND = 1_000
/** Wrong passwords in a row before the next try has to wait. */
const freeTries = 5
/** Milliseconds without a wrong one after which the count is reset. */
export const tryMemory = 15 * 60 * SECOND
const maxWait = 60 * SECOND
/** A try that lies further ahead of this clock was recorded by one that was ahead: it is not waited for. */
const slack = 60 * SECOND

/**
 * Runs one try at a password. After five wrong ones the next must wait a second, then two, four and so on up to a minute; no
 * account is ever locked. Tries at one key run one after another on each instance, so that concurrent tries cannot outrun the
 * count.
 * @param key counts the tries, such as a name as typed: a name without an account behaves like one with an account
 * @param attempt resolves with what the right password gives, or undefined for a wrong one
 * @throws Failure RATE_LIMITED before the password has been looked at, and whatever `attempt` throws
 */
export function throttleAttempts<Result>(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  key: string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  if (!services.config.RATE_LIMITS) return attempt()
  const { database, clock } = services
  const keyHash = sha256(key)
  return oneAtATime(key, async () => {
    const now = clock.now()
    const row = await database
      .selectFrom('failed_attempts')
      .selectAll()
      .where('key_hash', '=', keyHash)
      .executeTakeFirst()
    const failures = row && row.last_at > now - tryMemory ? row.failures : 0
    // guard: wrong password of a clock that was ahead -> tests/http/operations/clock-put-right.test.ts "wrong passwords of that day"
    //   drops && row.last_at <= now + slack
    const wait = row && row.last_at <= now + slack ? row.last_at + waitAfter(failures) - now : 0
    // guard: pause after wrong passwords -> tests/http/accounts/accounts.test.ts "after five wrong passwords"
    if (wait > 0) throw new Failure('RATE_LIMITED', { retryAfter: wait / SECOND })
    const result = await attempt()
    if (result !== undefined) {
      if (row) await database.deleteFrom('failed_attempts').where('key_hash', '=', keyHash).execute()
      return result
    }
    const last_at = clock.now()
    await database
      .insertInto('failed_attempts')
      .values({ key_hash: keyHash, failures: 1, last_at })
      .onConflict((conflict) =>
        conflict.column('key_hash').doUpdateSet(({ eb }) => ({
          last_at,
          // Other instances count, too.
          failures: eb
            .case()
            .when('failed_attempts.last_at', '>', last_at - tryMemory)
            .then(eb('failed_attempts.failures', '+', 1))
            .else(1)
            .end(),
        })),
      )
      .execute()
    return undefined
  })
}

/** Forgets the wrong tries at all of these keys. */
export async function clearFailedAttempts(database: Database, keys: readonly string[]): Promise<void> {
  await database
    .deleteFrom('failed_attempts')
    .where(
      'key_hash',
      'in',
      keys.map((key) => sha256(key)),
    )
    .execute()
}

/** Milliseconds to wait after `failures` wrong passwords in a row. */
function waitAfter(failures: number): number {
  return failures < freeTries ? 0 : Math.min(maxWait, SECOND * 2 ** (failures - freeTries))
}
