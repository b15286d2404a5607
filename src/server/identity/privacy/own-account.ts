import { type Erasure, erasure, personalParts } from '#contract/accounts/accounts.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { confirmPassword } from '../credentials/confirm-password.ts'
import { eraseUser } from './erase-user.ts'
import type { PersonalParts } from './personal-data.ts'

/**
 * Erases an account with its password, with everything that is held about them.
 * @throws Failure WRONG_PASSWORD, RATE_LIMITED, LAST_ADMIN
 */
export async function eraseOwnAccount(
  services: Services,
  parts: PersonalParts,
  userId: string,
  password: string,
): Promise<void> {
  const user = await confirmPassword(services, userId, password)
  if (!(await eraseUser(services, parts, user))) throw new Failure('WRONG_PASSWORD')
}

/** How much of each part would go with an account. */
export async function previewErasure(parts: PersonalParts, userId: string): Promise<Erasure> {
  const counts = personalParts.map(async (name) => [name, await parts[name].count(userId)] as const)
  return erasure.parse(Object.fromEntries(await Promise.all(counts)))
}
