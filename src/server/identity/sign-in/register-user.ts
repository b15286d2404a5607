import type { User } from '#contract/accounts/accounts.ts'
import type { Language } from '#contract/languages.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { createUser } from '../accounts/create-user.ts'
import { userOf } from '../accounts/profile.ts'
import { appendVerification, takeVerificationMail } from '../accounts/verify-email.ts'
import { takeSignIn } from './tries/sign-in-limits.ts'

export type Registration = {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly language?: Language | undefined
}

/**
 * Opens an account for a guest, without signing them in. If addresses have to be confirmed, it mails the link for that.
 * @returns the account, and whether the address has to be confirmed first
 * @throws Failure RATE_LIMITED, REGISTRATION_CLOSED, and those of createUser
 */
export async function registerUser(
  services: Services,
  { username, email, password, language }: Registration,
  address: string,
): Promise<{ user: User; mustVerifyEmail: boolean }> {
  if (services.config.PASSWORD_SIGN_IN !== 'on') throw new Failure('REGISTRATION_CLOSED')
  await takeSignIn(services, address)
  const mustVerifyEmail = services.config.EMAIL_VERIFICATION
  const user = await createUser(services, { username, email, password, language, mustVerifyEmail })
  if (mustVerifyEmail) {
    await takeVerificationMail(services, user.id)
    await transact(services.database, (transaction) => appendVerification(services, transaction, user, email))
    services.dispatcher.wake()
  }
  return { user: userOf(user), mustVerifyEmail }
}
