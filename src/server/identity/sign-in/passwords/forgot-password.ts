import { setTimeout as pause } from 'node:timers/promises'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName, validateEmail } from '../../accounts/account-rules.ts'
import { isPasswordAllowed } from '../factors/ways-to-sign-in.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const linkLife = 30 * MINUTE
const perSender = { burst: 10, interval: HOUR / 10 }
const perPerson = { burst: 3, interval: HOUR / 3 }
/**
 * Milliseconds from the question to the answer, whatever there was to do between: longer than looking up and keeping take, so that the time does not tell whether an address has an account.
 */
const answerAfter = 500

/**
 * Mails a link that sets a new password, if the address has an account. Nothing reveals whether it has.
 * @param address of the sender, for the limit
 * @throws Failure PASSWORD_SIGN_IN_OFF, INVALID_EMAIL, RATE_LIMITED for too many by one sender
 */
export async function forgotPassword(services: Services, email: string, address: string): Promise<void> {
  if (services.config.PASSWORD_SIGN_IN === 'off') throw new Failure('PASSWORD_SIGN_IN_OFF')
  validateEmail(email)
  await consumeRateLimit(services, `forgot password ${address}`, perSender)
  const answerTime = pause(answerAfter)
  await requestLink(services, email)
  await answerTime
}

async function requestLink(services: Services, email: string): Promise<void> {
  const { database } = services
  const user = await database
    .selectFrom('users')
    .select(['id', 'is_admin'])
    .where('email_folded', '=', foldName(email))
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!user || !isPasswordAllowed(services.config, user) || !(await mayMail(services, user.id))) return
  await transact(database, async (transaction) => {
    // A change of the address takes back the links that were there before it, and finds no other.
    const locked = await lockRow(transaction, 'users', user.id)
    if (locked?.email_folded !== foldName(email) || locked.is_active === 0) return
    await appendResetLink(services, transaction, locked)
  })
  services.dispatcher.wake()
}

/** Enters a link that sets a new password, and the mail that brings it, in a transaction that has locked the row of its person. */
export async function appendResetLink(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  { id, username, email, language }: UsersRow,
): Promise<void> {
  const token = newSecret()
  const expiresAt = services.clock.now() + linkLife
  await transaction
    .insertInto('reset_tokens')
    .values({ hash: sha256(token), user_id: id, expires_at: expiresAt })
    .execute()
  await appendEvent(transaction, services, {
    kind: 'account.password-reset-requested',
    userId: id,
    payload: { person: { username, email, language }, token, expiresAt },
  })
}

/** A person who is mailed too often gets no further mail, and the caller the same answer. */
async function mayMail(services: Services, userId: string): Promise<boolean> {
  try {
    await consumeRateLimit(services, `password reset ${userId}`, perPerson)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'RATE_LIMITED') return false
    throw error
  }
}
