import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AdminUser, usersQuery } from '#contract/operations/admin.ts'
import { userOf } from '#server/identity/accounts/profile.ts'
import { storageUsedBy } from '#server/identity/accounts/storage.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { PersonalParts } from '#server/identity/personal-data/personal-data.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { principalOfRow } from '#server/identity/principals/principal.ts'
import { belongingsOf, nowhere } from '#server/identity/principals/rules/belonging.ts'
import { eraseUser } from '#server/identity/privacy/erase-user.ts'
import { withSecondFactor } from '#server/identity/sign-in/factors/factors.ts'
import { sumCounters } from '#server/platform/database/counters.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { candidatesOf, maxFound } from '#server/platform/database/search.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { peopleCounters } from '../maintenance/find-totals.ts'

/** People as administrators see them, in the order given, with the storage that they use at `now`. */
async function adminUsersOf(
  { database, config }: Pick<Services, 'database' | 'config'>,
  rows: readonly UsersRow[],
  now: number,
): Promise<AdminUser[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const belongings = await belongingsOf(database, ids)
  const used = await storageUsedBy(database, ids, now)
  const protectedIds = await withSecondFactor(database, ids)
  return rows.map((row) => ({
    ...adminUserOf(row, used.get(row.id) ?? 0),
    hasSecondFactor: protectedIds.has(row.id),
    storageAllowed: policyFor(principalOfRow(row, belongings.get(row.id) ?? nowhere), config).storage,
  }))
}

function adminUserOf(row: UsersRow, storageUsed: number): Omit<AdminUser, 'hasSecondFactor'> {
  return {
    ...userOf(row),
    isActive: row.is_active === 1,
    storageLimit: row.storage_limit,
    storageUsed,
    storageUsagePercent: percentOf(storageUsed, row.storage_limit),
    createdAt: new Date(row.created_at).toISOString(),
    signedInAt: row.signed_in_at === null ? null : new Date(row.signed_in_at).toISOString(),
    requestsAllowed: row.requests_allowed === 1,
  }
}

/** With a limit of 0, a single byte is 100 %. */
function percentOf(used: number, limit: number): number {
  if (limit === 0) return used === 0 ? 0 : 100
  return Math.round((used / limit) * 100)
}

/** A person as administrators see them. @throws Failure USER_NOT_FOUND */
export async function findUser(
  services: Pick<Services, 'database' | 'config' | 'clock'>,
  id: string,
): Promise<AdminUser> {
  const row = await findUserRow(services.database, id)
  const [user] = await adminUsersOf(services, [row], services.clock.now())
  if (!user) throw new Failure('USER_NOT_FOUND')
  return user
}

/** The row of a person. @throws Failure USER_NOT_FOUND */
export async function findUserRow(database: Database, id: string): Promise<UsersRow> {
  const row = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('USER_NOT_FOUND')
  return row
}

/** The same within a transaction, which locks the row: the account is neither changed nor erased meanwhile. */
export async function lockUserRow(transaction: Database, id: string): Promise<UsersRow> {
  const row = await lockRow(transaction, 'users', id)
  if (!row) throw new Failure('USER_NOT_FOUND')
  return row
}

type Page = { users: AdminUser[]; total: number; page: number; pageSize: number }

/** One page of the accounts, latest first; a search covers names and addresses, and finds the latest thousand. */
export async function listUsers(
  services: Pick<Services, 'database' | 'engine' | 'config' | 'clock'>,
  { page, pageSize, search, filter }: z.output<typeof usersQuery>,
): Promise<Page> {
  const { database, engine, clock } = services
  const from = (page - 1) * pageSize
  let total: number
  let ids: string[]
  if (search === '') {
    total = (await sumCounters(database, peopleCounters[filter])).amount
    const rows = database
      .selectFrom('users')
      .select('id')
      .where(isListed[filter])
      .limit(pageSize)
      .offset(from)
    ids = (await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(({ id }) => id)
  } else {
    const found = await database
      .selectFrom(candidatesOf(engine.name, 'users', search))
      .select('id')
      .where(isListed[filter])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxFound)
      .execute()
    total = found.length
    ids = found.slice(from, from + pageSize).map(({ id }) => id)
  }
  const rows =
    ids.length === 0 ? [] : await database.selectFrom('users').selectAll().where('id', 'in', ids).execute()
  const ordered = rows.toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
  return { users: await adminUsersOf(services, ordered, clock.now()), total, page, pageSize }
}

const isListed: Record<z.output<typeof usersQuery>['filter'], RawBuilder<SqlBool>> = {
  all: sql`true`,
  active: sql`is_active = 1`,
  inactive: sql`is_active = 0`,
  pro: sql`is_pro = 1`,
}

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
