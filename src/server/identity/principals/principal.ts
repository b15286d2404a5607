import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/http/caller.ts'

/** Who asks for something. What they may follows from policyFor alone. */
export type Principal =
  | { readonly kind: 'guest' }
  | {
      readonly kind: 'user'
      readonly id: string
      readonly isPro: boolean
      /** Bytes that all live transfers of this person may have together, as the administrator has set it. */
      readonly storageLimit: number
    }

export const guest: Principal = { kind: 'guest' }

/** The principal of a request, by the account behind its token. */
export function principalOf(caller: Caller | undefined): Principal {
  if (!caller) return guest
  return { kind: 'user', id: caller.id, isPro: caller.isPro, storageLimit: caller.storageLimit }
}

/**
 * Who began something earlier, with the rights of now.
 * @throws Failure INVALID_TOKEN when the account has been disabled or erased since
 */
export async function findPrincipal(database: Database, userId: string | null): Promise<Principal> {
  if (userId === null) return guest
  const user = await database
    .selectFrom('users')
    .select(['is_pro', 'storage_limit'])
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  return { kind: 'user', id: userId, isPro: user.is_pro === 1, storageLimit: user.storage_limit }
}

/** The account of a principal; null for a guest. */
export function userIdOf(principal: Principal): string | null {
  return principal.kind === 'user' ? principal.id : null
}
