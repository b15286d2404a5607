import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { DatabaseUnavailable } from '#server/platform/database/database-failure.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { assertNamesAvailable, foldName } from './account-rules.ts'
import { appendSecurityNotice } from './append-security-notice.ts'

const HOUR = 60 * 60_000
/** Milliseconds that the link in the mail works. */
export const verificationLife = 24 * HOUR
const perPerson = { burst: 3, interval: HOUR / 3 }

type Mailed = Pick<UsersRow, 'id' | 'username' | 'email' | 'language'>

/**
 * Appends the mail with a link that confirms an address, in the caller's transaction; earlier links no longer work. Wake the
 * dispatcher once that is committed.
 * @param email the account's own address, or the one that is to replace it
 */
export async function appendVerification(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  { id, username, email: own, language }: Mailed,
  email: string,
): Promise<void> {
  const token = newSecret()
  const expiresAt = services.clock.now() + verificationLife
  await transaction.deleteFrom('email_verifications').where('user_id', '=', id).execute()
  await transaction
    .insertInto('email_verifications')
    .values({ hash: sha256(token), user_id: id, email, expires_at: expiresAt })
    .execute()
  await appendEvent(transaction, services, {
    kind: 'account.email-verification-requested',
    userId: id,
    payload: { person: { username, email, language }, isChange: email !== own, token, expiresAt },
  })
}

/** Consumes one of the mails with such a link that a person may cause. @throws Failure RATE_LIMITED */
export async function consumeVerificationMail(services: Services, userId: string): Promise<void> {
  await consumeRateLimit(services, `email verification ${userId}`, perPerson)
}

/**
 * Asserts that an authenticated person may sign in: an address that has to be confirmed first gets another link.
 * @param isProven whether this sign-in itself shows that the address is theirs
 * @throws Failure EMAIL_NOT_VERIFIED
 */
export async function requireVerifiedEmail(
  services: Services,
  user: UsersRow,
  isProven = false,
): Promise<void> {
  if (isProven && user.email_verified_at === null)
    return markVerified(services.database, user, services.clock.now())
  if (user.must_verify_email === 0) return
  try {
    await consumeVerificationMail(services, user.id)
    await transact(services.database, async (transaction) => {
      // An administrator may have put the address right a moment ago: no link goes to the old one.
      const locked = await lockRow(transaction, 'users', user.id)
      if (locked?.email === user.email && locked.must_verify_email === 1)
        await appendVerification(services, transaction, user, user.email)
    })
    services.dispatcher.wake()
  } catch (error) {
    // There is one in the mailbox by now.
    if (!(error instanceof Failure) || error.code !== 'RATE_LIMITED') throw error
  }
  throw new Failure('EMAIL_NOT_VERIFIED')
}

/** Records that the address of an account is its owner's, unless it has another one by now, of which nothing was shown. */
export async function markVerified(
  database: Database,
  { id, email }: Pick<UsersRow, 'id' | 'email'>,
  now: number,
): Promise<void> {
  await database
    .updateTable('users')
    .set({ email_verified_at: now, must_verify_email: 0 })
    .where('id', '=', id)
    .where('email', '=', email)
    .execute()
}

/**
 * Confirms an address with the token that was mailed to it. One that replaces another is the account's from now on, and the
 * other is notified.
 * @throws Failure INVALID_VERIFICATION_TOKEN, EMAIL_TAKEN when the address has become someone else's
 */
export async function verifyEmail(services: Services, token: string): Promise<void> {
  try {
    await consumeLink(services, token)
  } catch (error) {
    if (error instanceof Failure || error instanceof DatabaseUnavailable) throw error
    // Someone else's link to the same address was opened at this moment: now it is seen to be taken.
    await consumeLink(services, token)
  }
  services.dispatcher.wake()
}

async function consumeLink(services: Services, token: string): Promise<void> {
  const { database, clock } = services
  await transact(database, async (transaction) => {
    const now = clock.now()
    const link = await transaction
      .deleteFrom('email_verifications')
      .where('hash', '=', sha256(token))
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
    const user =
      link &&
      (await transaction
        .selectFrom('users')
        .selectAll()
        .where('id', '=', link.user_id)
        .where('is_active', '=', 1)
        .executeTakeFirst())
    if (!link || !user) throw new Failure('INVALID_VERIFICATION_TOKEN')
    if (link.email !== user.email) await replaceEmail(services, transaction, user, link.email)
    await markVerified(transaction, { id: user.id, email: link.email }, now)
    await recordAct(transaction, { act: 'account.email-verified', by: user }, now)
  })
}

async function replaceEmail(
  services: Services,
  transaction: Database,
  user: UsersRow,
  email: string,
): Promise<void> {
  await assertNamesAvailable(transaction, { username: user.username, email }, user.id)
  await transaction
    .updateTable('users')
    .set({ email, email_folded: foldName(email) })
    .where('id', '=', user.id)
    .execute()
  await transaction.deleteFrom('reset_tokens').where('user_id', '=', user.id).execute()
  await appendSecurityNotice(services, transaction, user, 'emailChanged')
  const details = { emailChanged: true }
  await recordAct(transaction, { act: 'account.profile-changed', by: user, details }, services.clock.now())
}
