import type { AuthReply } from '#contract/accounts.ts'
import { checkNoPassword, checkPassword, hashPassword } from '#crypto/account-password.ts'
import { Failure } from '../http/failure.ts'
import type { UsersRow } from '../ports/database.ts'
import type { Services } from '../ports/services.ts'
import { countTries } from './count-tries.ts'
import { foldName } from './fold-name.ts'
import { openSession } from './open-session.ts'
import { takeSignIn } from './sign-in-allowances.ts'
import { signInKey } from './sign-in-keys.ts'

export type SignIn = {
  /** A username or an e-mail address. */
  readonly name: string
  readonly password: string
  readonly remember: boolean
  readonly address: string
  readonly device: string
}

/**
 * Opens a session for whoever knows the password. A name without an account costs the same and answers the same as a
 * wrong password; that an account is disabled is told to nobody but its owner.
 * @throws Failure RATE_LIMITED, INVALID_CREDENTIALS, ACCOUNT_DISABLED
 */
export async function signIn(
  services: Services,
  { name, password, remember, address, device }: SignIn,
): Promise<Omit<AuthReply, 'success'>> {
  await takeSignIn(services, address)
  const user = await countTries(services, signInKey(name), () => findByPassword(services, name, password))
  if (!user) throw new Failure('INVALID_CREDENTIALS')
  if (user.is_active === 0) throw new Failure('ACCOUNT_DISABLED')
  return openSession(services, user, { remember, device })
}

async function findByPassword(
  { database }: Services,
  name: string,
  password: string,
): Promise<UsersRow | undefined> {
  const user = await database
    .selectFrom('users')
    .selectAll()
    // No username has an @.
    .where(name.includes('@') ? 'email_folded' : 'username_folded', '=', foldName(name))
    .executeTakeFirst()
  if (!user) {
    await checkNoPassword(password)
    return undefined
  }
  const verdict = await checkPassword(password, user.password_hash)
  if (verdict === 'wrong') return undefined
  if (verdict === 'outdated') {
    const passwordHash = await hashPassword(password)
    await database
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute()
    return { ...user, password_hash: passwordHash }
  }
  return user
}
