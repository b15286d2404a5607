import { type Erasure, erasure, personalParts } from '#contract/accounts/accounts.ts'
import type { UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { PersonalParts } from '../personal-data/personal-data.ts'
import { eraseUser } from './erase-user.ts'

/**
 * Erases an account, with everything that is held about its person.
 * @param user as they were when they showed who they are
 * @throws Failure WRONG_PASSWORD when the account has another password by now, LAST_ADMIN
 */
export async function eraseOwnAccount(
  services: Services,
  parts: PersonalParts,
  user: UsersRow,
): Promise<void> {
  if (!(await eraseUser(services, parts, user))) throw new Failure('WRONG_PASSWORD')
}

/** How much of each part would go with an account. */
export async function previewErasure(parts: PersonalParts, userId: string): Promise<Erasure> {
  const counts = personalParts.map(async (name) => [name, await parts[name].count(userId)] as const)
  return erasure.parse(Object.fromEntries(await Promise.all(counts)))
}
