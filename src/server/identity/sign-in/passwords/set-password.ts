import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { signInKeys } from '../tries/sign-in-limits.ts'
import { clearFailedAttempts } from '../tries/throttle-attempts.ts'

/**
 * Gives an account another password: all sessions end, links to reset the old one or to confirm an address and
 * sign-ins under way no longer work, and wrong tries at it are forgotten. Call it in a transaction.
 * @param user as it was when the change was allowed
 * @param keptSession the id of the one session that stays
 * @returns false, with nothing done, when the account has another password by now, or is gone
 */
export async function setPassword(
  transaction: Database,
  user: UsersRow,
  passwordHash: string,
  keptSession?: string | null,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: 0 })
    .where('id', '=', user.id)
    // guard: password is still the same -> tests/http/accounts/passwords.test.ts "of two changes at the same time"
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirst()
  if (Number(updated.numUpdatedRows) === 0) return false
  await transaction.deleteFrom('reset_tokens').where('user_id', '=', user.id).execute()
  // guard: links that confirm end with the password -> tests/http/accounts/email-verification.test.ts "replace an old one"
  await transaction.deleteFrom('email_verifications').where('user_id', '=', user.id).execute()
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .where('id', 'is distinct from', keptSession ?? null)
    .execute()
  // guard: challenge ends with the password -> tests/http/signing-in/second-factor.test.ts "ends with its time"
  await transaction.deleteFrom('sign_in_challenges').where('user_id', '=', user.id).execute()
  await clearFailedAttempts(transaction, signInKeys(user))
  return true
}
