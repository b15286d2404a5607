import type { Belonging, Caller } from '#server/identity/calls/caller.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertApiKeyLives } from './api-key-lives.ts'
import { belongingColumns, belongingOf, nowhere } from './rules/belonging.ts'

/** The party behind a request. Its rights follow from policyFor alone. */
export type Principal =
  | { readonly kind: 'guest' }
  | (Account & { readonly kind: 'user' })
  /** A program with a key of this person; what its scopes allow was checked on the way in, see http/authenticate.ts. */
  | (Account & { readonly kind: 'apiKey'; readonly keyId: string })

type Account = {
  readonly id: string
  readonly isPro: boolean
  /** Bytes that all live transfers of this person may have together, as the administrator has set it. */
  readonly storageLimit: number
  readonly isAdmin: boolean
  readonly belonging: Belonging
}

export const guest = { kind: 'guest' } as const satisfies Principal

/** Anyone with Pro, of no group. */
export const withPro = {
  kind: 'user',
  id: '',
  isPro: true,
  storageLimit: 0,
  isAdmin: false,
  belonging: nowhere,
} as const satisfies Principal

/** The principal of a request, by the account behind its token. */
export function principalOf(caller: Caller | undefined): Principal {
  if (!caller) return guest
  const { id, isPro, storageLimit, isAdmin, belonging } = caller
  const account = { id, isPro, storageLimit, isAdmin, belonging }
  return caller.apiKey
    ? { kind: 'apiKey', keyId: caller.apiKey.id, ...account }
    : { kind: 'user', ...account }
}

/** Columns that the rights of a person follow from. */
export const principalColumns = [
  'users.id',
  'users.is_pro',
  'users.storage_limit',
  'users.is_admin',
  ...belongingColumns,
] as const

type PrincipalRow = Pick<UsersRow, 'id' | 'is_pro' | 'storage_limit' | 'is_admin'>

/** A person by their row, active or not. */
export function principalOfRow(row: PrincipalRow, belonging: Belonging): Account & { kind: 'user' } {
  return {
    kind: 'user',
    id: row.id,
    isPro: row.is_pro === 1,
    storageLimit: row.storage_limit,
    isAdmin: row.is_admin === 1,
    belonging,
  }
}

/**
 * The principal of something begun earlier, with its current rights.
 * @throws Failure INVALID_TOKEN when the account has been disabled or erased since
 */
export async function findPrincipal(
  database: Database,
  userId: string | null,
): Promise<Exclude<Principal, { kind: 'apiKey' }>> {
  if (userId === null) return guest
  const user = await database
    .selectFrom('users')
    .select(principalColumns)
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  return principalOfRow(user, belongingOf(user))
}

/**
 * The same for what was begun with an API key, if it was.
 * @throws Failure INVALID_TOKEN, INVALID_API_KEY when the key has been revoked or has expired since
 */
export async function findPrincipalOfKey(
  services: Pick<Services, 'database' | 'clock'>,
  userId: string | null,
  keyId: string | null,
): Promise<Principal> {
  const principal = await findPrincipal(services.database, userId)
  if (keyId === null || principal.kind === 'guest') return principal
  // guard: API key of an upload under way -> tests/http/signing-in/api-keys.test.ts "ends what it began"
  await assertApiKeyLives(services, keyId)
  return { ...principal, kind: 'apiKey', keyId }
}

/** The account of a principal; null for a guest. */
export function userIdOf(principal: Principal): string | null {
  return principal.kind === 'guest' ? null : principal.id
}

/** The account that key pairs may be opened for: a program with an API key has none. */
export function personOf(caller: Pick<Caller, 'id' | 'apiKey'> | undefined): string | undefined {
  // guard: key pairs closed to API keys -> tests/http/signing-in/api-keys.test.ts "opens and locks nothing"
  //   drops apiKey ? undefined : caller?.
  return caller?.apiKey ? undefined : caller?.id
}
