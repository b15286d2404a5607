import { checkPassword } from '#crypto/passwords/account-password.ts'
import type { UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { throttleAttempts } from '../tries/throttle-attempts.ts'

/**
 * Has a person who is signed in show that they know the password, and gives their row as it was then. Anyone who changes
 * something because of it says so in the change: `where password_hash` is still that of the row.
 * @throws Failure WRONG_PASSWORD, RATE_LIMITED
 */
export async function confirmPassword(
  services: Services,
  userId: string,
  password: string,
): Promise<UsersRow> {
  const cost = services.config.passwordCosts.account
  const user = await throttleAttempts(services, `own password ${userId}`, async () => {
    const row = await services.database
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirst()
    // guard: current password -> tests/http/accounts/passwords.test.ts "it wants the current password"
    //   drops && (await checkPassword(password, row.password_hash, cost)) !== 'wrong' ? row : undefined
    return row && (await checkPassword(password, row.password_hash, cost)) !== 'wrong' ? row : undefined
  })
  if (!user) throw new Failure('WRONG_PASSWORD')
  return user
}
