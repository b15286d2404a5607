import type { Caller } from '#server/identity/calls/caller.ts'
import type { UsersRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { isFactorOverdue } from './factor-required.ts'
import { belongingColumns, belongingOf, columnsWithoutGroups } from './rules/belonging.ts'

const ownColumns = [
  'users.id',
  'users.username',
  'users.email',
  'users.is_admin',
  'users.is_pro',
  'users.storage_limit',
  'users.must_change_password',
  'users.language',
  'users.second_factor_due_at',
  'users.created_at',
  'users.requests_allowed',
] as const

/** Columns of a person that each of their calls reads. @param withGroups whether there are groups to belong to */
export function callerColumns(withGroups: boolean) {
  return [...ownColumns, ...(withGroups ? belongingColumns : columnsWithoutGroups)] as const
}

type CallerRow = Pick<
  UsersRow,
  | 'id'
  | 'username'
  | 'email'
  | 'is_admin'
  | 'is_pro'
  | 'storage_limit'
  | 'must_change_password'
  | 'language'
  | 'second_factor_due_at'
  | 'created_at'
  | 'requests_allowed'
> &
  Parameters<typeof belongingOf>[0]

/** A person as a caller, by a session or an API key. @param now milliseconds since 1970 */
export function callerOf(
  row: CallerRow,
  by: Pick<Caller, 'sessionId' | 'apiKey'>,
  { config, now }: Pick<Services, 'config'> & { readonly now: number },
): Caller {
  const isAdmin = row.is_admin === 1
  const belonging = belongingOf(row)
  const person = {
    kind: 'user',
    id: row.id,
    isPro: row.is_pro === 1,
    storageLimit: row.storage_limit,
    isAdmin,
    belonging,
  } as const
  return {
    ...by,
    id: row.id,
    username: row.username,
    email: row.email,
    isAdmin,
    isPro: row.is_pro === 1,
    storageLimit: row.storage_limit,
    belonging,
    mustChangePassword: row.must_change_password === 1,
    mustAddFactor: isFactorOverdue(config, person, row.second_factor_due_at, now),
    language: row.language,
    requestsFrom: row.requests_allowed === 1 ? 0 : row.created_at + config.REQUEST_MIN_ACCOUNT_AGE,
  }
}
