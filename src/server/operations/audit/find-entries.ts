import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type AuditEntry, auditActs, auditEntry } from '#contract/audit.ts'
import type { AuditLogRow, Database } from '#server/platform/database/database.ts'

/** Which entries: see the contract's `auditQuery`. */
export type EntryFilter = {
  readonly filter: 'all' | keyof typeof auditActs
  readonly search: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The entries that a filter lets through, in no order yet. */
export function entriesOf(database: Database, { filter, search, from, to }: EntryFilter) {
  let query = database.selectFrom('audit_log')
  if (filter !== 'all') query = query.where('act', 'in', auditActs[filter])
  if (from !== undefined) query = query.where('at', '>=', Date.parse(from))
  if (to !== undefined) query = query.where('at', '<', Date.parse(to))
  if (search !== '') {
    // Names of people have ASCII only, which lower() of both engines knows.
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(({ or }) =>
      or([
        sql<boolean>`lower(actor_name) like ${pattern} escape '\\'`,
        sql<boolean>`lower(subject_name) like ${pattern} escape '\\'`,
      ]),
    )
  }
  return query
}

/** An entry as the contract shows it. */
export function entryOf(row: AuditLogRow): AuditEntry {
  return z.parse(auditEntry, {
    id: row.id,
    at: new Date(row.at).toISOString(),
    act: row.act,
    actor: row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name },
    subject: row.subject_name === null ? null : { id: row.subject_id, name: row.subject_name },
    details: JSON.parse(row.details),
    network: row.network,
  })
}
