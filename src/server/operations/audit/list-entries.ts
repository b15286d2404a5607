import type { AuditEntry } from '#contract/audit.ts'
import type { Services } from '#server/platform/services.ts'
import { type EntryFilter, entriesOf, entryOf } from './find-entries.ts'

/** One page of the audit log, latest first. */
export async function listEntries(
  { database }: Pick<Services, 'database'>,
  { page, pageSize, ...filter }: EntryFilter & { readonly page: number; readonly pageSize: number },
): Promise<{ entries: AuditEntry[]; total: number; page: number; pageSize: number }> {
  const entries = entriesOf(database, filter)
  const { total } = await entries
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await entries
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { entries: rows.map(entryOf), total, page, pageSize }
}
