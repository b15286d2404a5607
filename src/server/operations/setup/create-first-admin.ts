import type { User } from '#contract/accounts/accounts.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { userOf } from '#server/identity/accounts/profile.ts'
import type { Registration } from '#server/identity/sign-in/register-user.ts'
import { consumeSignInLimit } from '#server/identity/sign-in/tries/sign-in-limits.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { consumeSetupLink, findSetupLink } from './setup-link.ts'

/**
 * Makes the first administrator, and uses the set-up link up in the same transaction.
 * @throws Failure NOT_FOUND where the link does not work, RATE_LIMITED, and those of createUser
 */
export async function createFirstAdmin(
  services: Services,
  { token, ...registration }: Registration & { readonly token: string },
  { address, network }: { readonly address: string; readonly network: string },
): Promise<User> {
  await consumeSignInLimit(services, address)
  await findSetupLink(services, token)
  const row = await createUser(
    services,
    { ...registration, isAdmin: true },
    undefined,
    async (transaction, by) => {
      const now = services.clock.now()
      await consumeSetupLink(transaction, token, now)
      await recordAct(transaction, { act: 'service.set-up', by, network }, now)
    },
  )
  return userOf(row)
}
