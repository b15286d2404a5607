import type { Caller } from '#server/identity/calls/caller.ts'
import type { PersonalParts } from '#server/identity/personal-data/personal-data.ts'
import { eraseUser } from '#server/identity/privacy/erase-user.ts'
import type { Services } from '#server/platform/services.ts'
import { findUserRow } from './users.ts'

/**
 * Erases a person with everything that is held about them, as they could themselves.
 * @throws Failure USER_NOT_FOUND, LAST_ADMIN
 */
export async function deleteUser(
  services: Services,
  parts: PersonalParts,
  id: string,
  by: Caller,
): Promise<void> {
  for (;;) {
    const user = await findUserRow(services.database, id)
    // The password may have been changed in between: then the account is read again.
    if (await eraseUser(services, parts, user, by)) return
  }
}
