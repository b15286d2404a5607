import type { AuditEntry } from '#contract/operations/audit.ts'
import type { Services } from '#server/platform/services.ts'
import { csvLine } from '../../platform/http/replies/csv-line.ts'
import { entryOf } from './audit-entries.ts'
import { type EntryFilter, entriesOf } from './list-entries.ts'

const batch = 500

/** All entries that a filter lets through, latest first, as text in chunks. */
export async function* exportEntries(
  { database }: Pick<Services, 'database'>,
  filter: EntryFilter,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string, void> {
  const write = format === 'csv' ? entryLine : (entry: AuditEntry) => `${JSON.stringify(entry)}\n`
  if (format === 'csv') yield csvLine(columns)
  let last: { at: number; id: string } | undefined
  for (;;) {
    let query = entriesOf(database, filter)
    if (last) {
      const { at, id } = last
      query = query.where(({ eb, or, and }) =>
        or([eb('at', '<', at), and([eb('at', '=', at), eb('id', '<', id)])]),
      )
    }
    const rows = await query.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(batch).execute()
    if (rows.length > 0) yield rows.map((row) => write(entryOf(row))).join('')
    last = rows.at(-1)
    if (rows.length < batch) return
  }
}

const columns = ['at', 'act', 'actor', 'actorId', 'subject', 'subjectId', 'details', 'network'] as const

function entryLine({ at, act, actor, subject, details, network }: AuditEntry): string {
  const said = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  const cells = [at, act, actor?.name, actor?.id, subject?.name, subject?.id, said.join(' '), network]
  return csvLine(cells.map((cell) => cell ?? ''))
}
