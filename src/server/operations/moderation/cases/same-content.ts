import * as z from 'zod/mini'
import type { CasesRow, Database } from '#server/platform/database/database.ts'

const ids = z.array(z.string())

/** The other transfers with the content of a case that have not ended, in the order in which they are held. */
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

/**
 * What an objection sets free besides its own transfer: those to which the decision on it applied as well, unless another case
 * of the uploader keeps them disabled, as its own transfer or by a decision of that kind.
 */
export async function findDisabledAlong(
  database: Database,
  held: Pick<CasesRow, 'id' | 'uploader_id' | 'same_content'>,
): Promise<string[]> {
  const same = await findSameContent(database, held)
  if (same.length === 0) return []
  const cases = await database
    .selectFrom('cases')
    .select(['id', 'transfer_id', 'same_content', 'disabled_at'])
    .where('uploader_id', '=', held.uploader_id)
    .execute()
  const wide = await database
    .selectFrom('decisions')
    .select('case_id')
    .where(
      'case_id',
      'in',
      cases.map(({ id }) => id),
    )
    .where('others', '>', 0)
    .execute()
  const reached = new Set(wide.map(({ case_id }) => case_id))
  if (!reached.has(held.id)) return []
  const kept = new Set(
    cases
      .filter(({ id, disabled_at }) => id !== held.id && disabled_at !== null)
      .flatMap(({ id, transfer_id, same_content }) => [
        transfer_id,
        ...(reached.has(id) ? ids.parse(JSON.parse(same_content)) : []),
      ]),
  )
  return same.filter((id) => !kept.has(id))
}
