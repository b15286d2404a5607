import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Belonging } from '#server/identity/calls/caller.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'

export const nowhere: Belonging = { byHand: [], domain: null, claims: [] }

const ownColumns = ['users.email_folded', 'users.email_verified_at', 'users.email_vouched'] as const

/** Columns and queries that the groups of a row of `users` follow from. */
export const belongingColumns = [
  ...ownColumns,
  sql<
    string | null
  >`(select string_agg(group_members.group_id, ' ') from group_members where group_members.user_id = users.id)`.as(
    'group_ids',
  ),
  sql<
    string | null
  >`(select string_agg(identities.claims, ',') from identities where identities.user_id = users.id)`.as(
    'group_claims',
  ),
] as const

/** The same while there are no groups to belong to: PostgreSQL plans the two queries at each call, which takes it longer than the answer. */
export const columnsWithoutGroups: typeof belongingColumns = [
  ...ownColumns,
  sql<string | null>`null`.as('group_ids'),
  sql<string | null>`null`.as('group_claims'),
]

type BelongingRow = Pick<UsersRow, 'email_folded' | 'email_verified_at' | 'email_vouched'> & {
  readonly group_ids: string | null
  readonly group_claims: string | null
}

/** Groups of several people follow from these, by the id of each. */
export async function belongingsOf(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Belonging>> {
  const rows = await database
    .selectFrom('users')
    .select(['users.id', ...belongingColumns])
    .where('users.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, belongingOf(row)]))
}

const claimLists = z.array(z.array(z.string()))

export function belongingOf(row: BelongingRow): Belonging {
  // guard: domain of an address that anybody could have typed -> tests/http/operations/groups.test.ts "only an address that is theirs"
  //   row.email_verified_at !== null || row.email_vouched === 1 becomes true
  const isTheirs = row.email_verified_at !== null || row.email_vouched === 1
  return {
    byHand: row.group_ids?.split(' ') ?? [],
    domain: isTheirs ? row.email_folded.slice(row.email_folded.lastIndexOf('@') + 1) : null,
    claims: z.parse(claimLists, JSON.parse(`[${row.group_claims ?? ''}]`)).flat(),
  }
}
