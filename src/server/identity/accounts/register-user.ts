import type { User } from '#contract/accounts.ts'
import type { Language } from '#contract/languages.ts'
import type { Services } from '#server/platform/services.ts'
import { takeSignIn } from '../credentials/sign-in-limits.ts'
import { createUser } from './create-user.ts'
import { userOf } from './user-of.ts'

export type Registration = {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly language?: Language | undefined
}

/**
 * Opens an account for whoever asks; nobody is signed in by it.
 * @throws Failure RATE_LIMITED, and those of createUser
 */
export async function registerUser(
  services: Services,
  { username, email, password, language }: Registration,
  address: string,
): Promise<User> {
  await takeSignIn(services, address)
  return userOf(await createUser(services, { username, email, password, language }))
}
