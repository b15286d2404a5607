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

/** Those of them that no case of their own keeps disabled: what an objection to this one sets free. */
export async function findDisabledAlong(
  database: Database,
  held: Pick<CasesRow, 'same_content'>,
): Promise<string[]> {
  const same = await findSameContent(database, held)
  if (same.length === 0) return []
  const own = await database
    .selectFrom('cases')
    .select('transfer_id')
    .where('transfer_id', 'in', same)
    .where('disabled_at', 'is not', null)
    .execute()
  return same.filter((id) => !own.some(({ transfer_id }) => transfer_id === id))
}
