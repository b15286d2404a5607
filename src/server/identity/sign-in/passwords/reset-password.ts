import { hashPassword } from '#crypto/passwords/account-password.ts'
import { sha256 } from '#crypto/random-id.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { validatePassword } from '../../accounts/account-rules.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { markVerified } from '../../accounts/verify-email.ts'
import { hasSecondFactor, removeFactors } from '../factors/factors.ts'
import { setPassword } from './set-password.ts'

/**
 * Sets a new password with the link that was mailed. The link works once; all sessions end. A password that is refused leaves
 * the link valid. If the address was unconfirmed, someone else may have opened the account: the address is confirmed, and every
 * earlier way to sign in ends. An authenticator app stays, for a mailbox alone opens no account.
 * @returns whether there were such ways in, or an authenticator: their owner is told
 * @throws Failure INVALID_RESET_TOKEN, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export async function resetPassword(services: Services, token: string, password: string): Promise<boolean> {
  const { database, clock, config } = services
  const hash = sha256(token)
  const user = await findHolder(database, hash, clock.now())
  if (!user) throw new Failure('INVALID_RESET_TOKEN')
  validatePassword(password, user)
  const isClaimed = user.email_verified_at === null
  const passwordHash = await hashPassword(password, config.passwordCosts.account)
  const isReclaimed = await transact(database, async (transaction) => {
    const used = await transaction.deleteFrom('reset_tokens').where('hash', '=', hash).executeTakeFirst()
    const fresh = Number(used.numDeletedRows) === 1 && (await setPassword(transaction, user, passwordHash))
    if (!fresh) throw new Failure('INVALID_RESET_TOKEN')
    // guard: ways in from before the address was confirmed -> tests/http/hostile/claimed-addresses.test.ts
    const hadAccess = isClaimed && (await endEarlierAccess(transaction, user.id))
    // The link went there.
    await markVerified(transaction, user, clock.now())
    const notice = hadAccess ? 'accountReclaimed' : 'passwordChanged'
    await appendSecurityNotice(services, transaction, user, notice)
    await recordAct(transaction, { act: 'account.password-reset', by: user }, clock.now())
    return hadAccess
  })
  services.dispatcher.wake()
  return isReclaimed
}

/**
 * Ends every way into an account beside its password and its sessions.
 * @returns whether there was one, or there is an authenticator
 */
async function endEarlierAccess(transaction: Database, userId: string): Promise<boolean> {
  let ended = 0n
  for (const table of ['api_keys', 'identities', 'passkeys'] as const) {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    ended += numDeletedRows
  }
  await transaction.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  const hasFactor = await hasSecondFactor(transaction, userId)
  // Recovery codes belong to a factor.
  if (!hasFactor) await removeFactors(transaction, userId)
  return ended > 0n || hasFactor
}

function findHolder(database: Database, hash: Uint8Array, now: number): Promise<UsersRow | undefined> {
  return (
    database
      .selectFrom('reset_tokens')
      .innerJoin('users', 'users.id', 'reset_tokens.user_id')
      .selectAll('users')
      .where('reset_tokens.hash', '=', hash)
      // guard: time of a reset link -> tests/http/accounts/passwords.test.ts "a link works for half an hour"
      .where('reset_tokens.expires_at', '>', now)
      .where('users.is_active', '=', 1)
      .executeTakeFirst()
  )
}
