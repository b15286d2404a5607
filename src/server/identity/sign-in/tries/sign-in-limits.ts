import type { UsersRow } from '#server/platform/database/database.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../../accounts/account-rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const perMinute = { burst: 20, interval: MINUTE / 20 }
const perHour = { burst: 100, interval: HOUR / 100 }

/**
 * Consumes one of the sign-ins, or registrations, that an address has.
 * @throws Failure RATE_LIMITED
 */
export async function consumeSignInLimit(services: Services, address: string): Promise<void> {
  // guard: sign-ins of an address -> tests/http/accounts/accounts.test.ts "twenty sign-ins a minute"
  await consumeRateLimit(services, `sign-in minute ${address}`, perMinute)
  await consumeRateLimit(services, `sign-in hour ${address}`, perHour)
}

/**
 * Key that counts wrong passwords at sign-in: the name as typed. Counting an account's two names together would reveal that
 * they belong to one person.
 */
export function signInKey(name: string): string {
  return `sign-in ${foldName(name)}`
}

/** The keys of both names of an account. */
export function signInKeys({ username, email }: Pick<UsersRow, 'username' | 'email'>): string[] {
  return [signInKey(username), signInKey(email)]
}

const last = new Map<string, Promise<unknown>>()

/** Runs work on one key after the work on it that is under way; in this process. */
export function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const done = (last.get(key) ?? Promise.resolve()).then(work, work)
  last.set(key, done)
  function forget() {
    if (last.get(key) === done) last.delete(key)
  }
  done.then(forget, forget)
  return done
}
