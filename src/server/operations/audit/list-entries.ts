import { sql } from 'kysely'
import { type AuditAct, type AuditEntry, auditActs } from '#contract/operations/audit.ts'
import { findBuckets, findPlace } from '#server/platform/database/counters.ts'
import type { AuditLogRow, Database } from '#server/platform/database/database.ts'
import { candidatesOf, hasText, maxFound } from '#server/platform/database/search.ts'
import type { Services } from '#server/platform/services.ts'
import { entryOf } from './audit-entries.ts'

/** Which entries: see the contract's `auditQuery`. */
export type EntryFilter = {
  readonly filter: 'all' | keyof typeof auditActs
  readonly search: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type Needs = Pick<Services, 'database' | 'engine'>
type Acts = readonly AuditAct[]

/** The last moment that a Date can be, in milliseconds. */
const endOfTime = 8.64e15
/** Entries are counted by the day. */
const DAY = 24 * 60 * 60_000

/** One page of the audit log, latest first; a search covers the names of actors and targets, and finds the latest thousand. */
export async function listEntries(
  services: Needs,
  { page, pageSize, ...filter }: EntryFilter & { readonly page: number; readonly pageSize: number },
): Promise<{ entries: AuditEntry[]; total: number; page: number; pageSize: number }> {
  const { database } = services
  const from = (page - 1) * pageSize
  const find = filter.search === '' ? findPage : search
  const { total, ids } = await find(services, filter, from, pageSize)
  const rows =
    ids.length === 0
      ? []
      : await database.selectFrom('audit_log').selectAll().where('id', 'in', ids).execute()
  const ordered = rows.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return { entries: ordered.map(entryOf), total, page, pageSize }
}

/** The acts and the time that a filter lets through. */
function spanOf({ filter, from, to }: EntryFilter) {
  return {
    acts: filter === 'all' ? Object.values(auditActs).flat() : auditActs[filter],
    from: from === undefined ? 0 : Date.parse(from),
    to: to === undefined ? endOfTime : Date.parse(to),
  }
}

async function search({ database, engine }: Needs, filter: EntryFilter, from: number, pageSize: number) {
  const { acts, ...span } = spanOf(filter)
  const found = await database
    .selectFrom(candidatesOf(engine.name, 'audit_log', filter.search, span))
    .select('id')
    .where('act', 'in', acts)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxFound)
    .execute()
  return { total: found.length, ids: found.slice(from, from + pageSize).map(({ id }) => id) }
}

/** The day in which a page begins is known from the counters: nothing before it is read. */
async function findPage({ database }: Needs, filter: EntryFilter, from: number, pageSize: number) {
  const { acts, from: since, to } = spanOf(filter)
  const days = await findDays(database, acts, since, to)
  const total = days.reduce((sum, { amount }) => sum + amount, 0)
  const place = findPlace(days, from)
  if (!place) return { total, ids: [] }
  // Each act is read by itself, in the order of its index.
  const parts = acts.map((act) => {
    const before = Math.min(to, (place.bucket + 1) * DAY)
    const inTime = sql`at >= ${since} and at < ${before}`
    return sql<
      Pick<AuditLogRow, 'id' | 'at'>
    >`select * from (select id, at from audit_log where act = ${act} and ${inTime}
      order by at desc, id desc limit ${place.before + pageSize}) as entries`
  })
  const page = sql<Pick<AuditLogRow, 'id'>>`select id from (${sql.join(parts, sql` union all `)}) as entries
    order by at desc, id desc limit ${pageSize} offset ${place.before}`
  const { rows } = await page.execute(database)
  return { total, ids: rows.map(({ id }) => id) }
}

/** Numbers of entries by day, latest first. Entries of days that lie only partly in the period are counted in the log. */
async function findDays(database: Database, acts: Acts, from: number, to: number) {
  const counted = await findBuckets(
    database,
    acts.map((act) => `audit:${act}`),
  )
  const inTime = counted.filter(({ bucket }) => (bucket + 1) * DAY > from && bucket * DAY < to)
  return Promise.all(
    inTime.map(async (day) => {
      const start = Math.max(from, day.bucket * DAY)
      const end = Math.min(to, (day.bucket + 1) * DAY)
      if (end - start === DAY) return day
      const { amount } = await database
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll<number>().as('amount'))
        .where('act', 'in', acts)
        .where('at', '>=', start)
        .where('at', '<', end)
        .executeTakeFirstOrThrow()
      return { ...day, amount }
    }),
  )
}

/** The entries that a filter lets through, in no order yet: all of them, for what reads them in chunks. */
export function entriesOf(database: Database, filter: EntryFilter) {
  const { acts, from, to } = spanOf(filter)
  const { search } = filter
  return database
    .selectFrom('audit_log')
    .$if(filter.filter !== 'all', (query) => query.where('act', 'in', acts))
    .where('at', '>=', from)
    .where('at', '<', to)
    .$if(search !== '', (query) => query.where(hasText('audit_log', search)))
}
