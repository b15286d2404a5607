import type { AuthReply } from '#contract/accounts/accounts.ts'
import type { SecondFactorDue } from '#contract/signing-in/second-factor.ts'
import { checkNoPassword, checkPassword, hashPassword } from '#crypto/passwords/account-password.ts'
import type { UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { findMaintenance, maintenanceFailure } from '#server/platform/http/maintenance.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../../accounts/account-rules.ts'
import { recordRefusal } from '../../accounts/record-alone.ts'
import { requireVerifiedEmail } from '../../accounts/verify-email.ts'
import { hasSecondFactor } from '../factors/factors.ts'
import { isPasswordAllowed } from '../factors/ways-to-sign-in.ts'
import { challengeSecondFactor } from '../second-factor/sign-in-challenge.ts'
import { openSession } from '../sessions/open-session.ts'
import { consumeSignInLimit, signInKey } from '../tries/sign-in-limits.ts'
import { throttleAttempts } from '../tries/throttle-attempts.ts'

type SignIn = {
  /** A username or an e-mail address. */
  readonly name: string
  readonly password: string
  readonly remember: boolean
  readonly address: string
  readonly device: string
}

/**
 * Opens a session with a password, or asks for the second factor first. A name without an account costs the same and answers
 * the same as a wrong password; only the right password reveals that an account is disabled. During maintenance only
 * administrators may sign in.
 * @throws Failure RATE_LIMITED, INVALID_CREDENTIALS, PASSWORD_SIGN_IN_OFF, ACCOUNT_DISABLED, EMAIL_NOT_VERIFIED, MAINTENANCE
 */
export async function signIn(
  services: Services,
  { name, password, remember, address, device }: SignIn,
): Promise<Omit<AuthReply, 'success'> | Omit<SecondFactorDue, 'success'>> {
  if (services.config.PASSWORD_SIGN_IN === 'off') throw new Failure('PASSWORD_SIGN_IN_OFF')
  await consumeSignInLimit(services, address)
  const network = networkOf(address)
  // An unknown name is recorded, too, though not what it was: it may be a password, and costs as much as a known one.
  const refuse = (user?: UsersRow) => recordRefusal(services, user, { network })
  const user = await throttleAttempts(services, signInKey(name), () =>
    findByPassword(services, name, password, refuse),
  )
  if (!user) throw new Failure('INVALID_CREDENTIALS')
  if (user.is_active === 0) {
    await refuse(user)
    throw new Failure('ACCOUNT_DISABLED')
  }
  if (!isPasswordAllowed(services.config, user)) throw new Failure('PASSWORD_SIGN_IN_OFF')
  // guard: confirmed address before a sign-in -> tests/http/accounts/email-verification.test.ts "keep an account closed"
  await requireVerifiedEmail(services, user)
  const maintenance = await findMaintenance(services.database)
  // guard: sign-in under maintenance -> tests/http/operations/maintenance.test.ts "administrators sign in"
  if (maintenance.active && user.is_admin === 0) throw maintenanceFailure(maintenance.message)
  // guard: second step after the password -> tests/http/signing-in/second-factor.test.ts "wanted from then on"
  if (await hasSecondFactor(services.database, user.id))
    return challengeSecondFactor(services, user, remember)
  return openSession(services, user, { remember, device, network })
}

async function findByPassword(
  { database, config }: Services,
  name: string,
  password: string,
  refuse: (user?: UsersRow) => Promise<void>,
): Promise<UsersRow | undefined> {
  const cost = config.passwordCosts.account
  const user = await database
    .selectFrom('users')
    .selectAll()
    // No username has an @.
    .where(name.includes('@') ? 'email_folded' : 'username_folded', '=', foldName(name))
    .executeTakeFirst()
  if (!user) {
    await checkNoPassword(password, cost)
    await refuse()
    return undefined
  }
  const verdict = await checkPassword(password, user.password_hash, cost)
  if (verdict === 'wrong') {
    await refuse(user)
    return undefined
  }
  if (verdict === 'outdated') {
    const passwordHash = await hashPassword(password, cost)
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
