import * as z from 'zod/mini'
import type { CasesRow, Database } from '#server/platform/database/database.ts'

const ids = z.array(z.string())

/** The other transfers with the content of a case that have not ended, in the order in which they are locked. */
export async function findSameContent(
  database: Database,
  { same_content }: Pick<CasesRow, 'same_content'>,
): Promise<string[]> {
  const known = ids.parse(JSON.parse(same_content))
  if (known.length === 0) return []
  const rows = await database
    .selectFrom('transfers')
    .select('id')
    .where('id', 'in', known)
    .where('state', '!=', 'ended')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Names of the other transfers with the content of a case, in the order of findSameContent. */
export async function nameSameContent(
  database: Database,
  locked: Pick<CasesRow, 'same_content'>,
): Promise<string[]> {
  const same = await findSameContent(database, locked)
  if (same.length === 0) return []
  const rows = await database
    .selectFrom('transfers')
    .select('name')
    .where('id', 'in', same)
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Transfers that a granted objection restores besides its own: those to which the decision applied as well, unless another case
 * of the uploader keeps them disabled, as its own transfer or by a decision of that kind.
 */
export async function findDisabledAlong(
  database: Database,
  locked: Pick<CasesRow, 'id' | 'transfer_id' | 'uploader_id' | 'same_content'>,
): Promise<string[]> {
  const same = await findSameContent(database, locked)
  if (same.length === 0) return []
  if (!(await findWide(database, [locked.id])).has(locked.id)) return []
  const kept = await findKeptDisabled(database, locked)
  // guard: what another case keeps disabled stays so -> tests/http/moderation/consequences.test.ts "with the same content along"
  //   drops .filter((id) => !kept.has(id))
  return same.filter((id) => !kept.has(id))
}

/**
 * The transfers that cases other than this one keep disabled, as their own transfer or by a decision that applied to the same
 * content: of all cases of its transfer, and of its uploader.
 */
export async function findKeptDisabled(
  database: Database,
  { id, transfer_id, uploader_id }: Pick<CasesRow, 'id' | 'transfer_id' | 'uploader_id'>,
): Promise<ReadonlySet<string>> {
  const cases = await database
    .selectFrom('cases')
    .select(['id', 'transfer_id', 'same_content'])
    .where('id', '!=', id)
    .where('disabled_at', 'is not', null)
    .where(({ eb, or }) => or([eb('transfer_id', '=', transfer_id), eb('uploader_id', '=', uploader_id)]))
    .execute()
  const wide = await findWide(
    database,
    cases.map((one) => one.id),
  )
  return new Set(
    cases.flatMap((one) => [
      one.transfer_id,
      ...(wide.has(one.id) ? ids.parse(JSON.parse(one.same_content)) : []),
    ]),
  )
}

/** Those of the cases with a decision that applied to other transfers as well. */
async function findWide(database: Database, caseIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (caseIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('decisions')
    .select('case_id')
    .where('case_id', 'in', caseIds)
    .where('others', '>', 0)
    .execute()
  return new Set(rows.map(({ case_id }) => case_id))
}
