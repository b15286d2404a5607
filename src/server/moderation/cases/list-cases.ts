import type * as z from 'zod/mini'
import type { CaseCounts, casesQuery, ListedCase } from '#contract/operations/cases.ts'
import type { CasesRow, Database, ReportsRow } from '#server/platform/database/database.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import { hasText } from '#server/platform/database/search.ts'
import type { Services } from '#server/platform/services.ts'
import { isHash } from '../rules/block-list.ts'
import { findOftenUnfounded, hexOf } from '../rules/standing.ts'
import { waiting } from './case-rows.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** Cases that are sorted, or found: the most severe, or the latest. */
const maxCases = 1000

type Query = z.output<typeof casesQuery>
type Needs = Pick<Services, 'database' | 'clock'>

const statesOf = {
  open: ['open', 'disabled'],
  appealed: ['appealed'],
  decided: ['decided', 'closed'],
  all: ['open', 'disabled', 'appealed', 'decided', 'closed'],
} as const satisfies Record<Query['filter'], readonly CasesRow['state'][]>

/**
 * One page of the queue. Waiting cases are sorted by severity, then by the time left, then by the number of reports; cases
 * whose reporters were often wrong come last. Decided cases are sorted latest first.
 */
export async function listCases(services: Needs, query: Query) {
  const { database, clock } = services
  const { page, pageSize, filter } = query
  const found = await findCases(services, query)
  const described = await describeCases(database, found, clock.now())
  const sorted = filter === 'open' || filter === 'appealed' ? described.toSorted(byUrgency) : described
  const from = (page - 1) * pageSize
  return {
    total: found.length,
    page,
    pageSize,
    counts: await countCases(services),
    cases: sorted.slice(from, from + pageSize),
  }
}

async function findCases({ database }: Needs, { filter, search }: Query): Promise<CasesRow[]> {
  const isQueue = filter === 'open' || filter === 'appealed'
  let select = database.selectFrom('cases').selectAll().where('state', 'in', statesOf[filter])
  if (search !== '') {
    const numbered = database
      .selectFrom('reports')
      .select('case_id')
      .where('number', '=', search.toUpperCase())
    const titled = await findTitled(database, search)
    select = select.where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('id', 'in', numbered),
        // Searches the few reported transfers, not all that have the text.
        exists(
          selectFrom('transfers')
            .select('transfers.id')
            .whereRef('transfers.id', '=', 'cases.transfer_id')
            .where(hasText('transfers', search)),
        ),
        ...(isHash(search) ? [eb('hashes', 'like', `%"sha256":"${search.toLowerCase()}%`)] : []),
        ...(titled.length > 0 ? [eb('transfer_id', 'in', titled)] : []),
      ]),
    )
  }
  return isQueue
    ? select.orderBy('severity').orderBy('due_at').limit(maxCases).execute()
    : select.orderBy('opened_at', 'desc').limit(maxCases).execute()
}

/** The file requests that were reported and have a text in their title, as many as are found at most. */
async function findTitled(database: Database, search: string): Promise<string[]> {
  const reported = await database
    .selectFrom('requests')
    .select(['id', 'title'])
    .where('id', 'in', database.selectFrom('cases').select('transfer_id'))
    .execute()
  const text = foldForSearch(search)
  const titled = reported.filter(({ title }) => foldForSearch(title).includes(text))
  return titled.slice(0, maxCases).map(({ id }) => id)
}

function byUrgency(a: ListedCase, b: ListedCase): number {
  return (
    Number(a.oftenUnfounded) - Number(b.oftenUnfounded) ||
    a.severity - b.severity ||
    Date.parse(a.dueAt) - Date.parse(b.dueAt) ||
    b.reports - a.reports
  )
}

/** Cases as the queue shows them, in the order given. */
export async function describeCases(
  database: Database,
  cases: readonly CasesRow[],
  now: number,
): Promise<ListedCase[]> {
  if (cases.length === 0) return []
  const ids = cases.map(({ id }) => id)
  const reports = await database
    .selectFrom('reports')
    .select(['case_id', 'network_hash', 'email_hash', 'confirmed'])
    .where('case_id', 'in', ids)
    .execute()
  const isOftenUnfounded = await findOftenUnfounded(database, ids, now)
  const transfers = await database
    .selectFrom('transfers')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      cases.map(({ transfer_id }) => transfer_id),
    )
    .where('ended_at', 'is', null)
    .execute()
  const requests = await database
    .selectFrom('requests')
    .select(['id', 'title as name'])
    .where(
      'id',
      'in',
      cases.map(({ transfer_id }) => transfer_id),
    )
    .execute()
  const names = new Map([...transfers, ...requests].map(({ id, name }) => [id, name]))
  const byCase = Map.groupBy(reports, ({ case_id }) => case_id)
  return cases.map((row) => {
    const own = byCase.get(row.id) ?? []
    return { ...describeCase(row, own, names), oftenUnfounded: own.every(isOftenUnfounded) }
  })
}

function describeCase(
  row: CasesRow,
  reports: readonly Pick<ReportsRow, 'network_hash' | 'confirmed'>[],
  names: ReadonlyMap<string, string>,
): Omit<ListedCase, 'oftenUnfounded'> {
  const isByRule = row.disabled_by === 'rule' && row.rule_until !== null
  return {
    number: row.number,
    reason: row.reason,
    severity: row.severity,
    state: row.state,
    filename: names.get(row.transfer_id) ?? null,
    reports: reports.length,
    networks: new Set(reports.map(({ network_hash }) => hexOf(network_hash))).size,
    confirmed: reports.filter(({ confirmed }) => confirmed === 1).length,
    disabledBy: row.disabled_at === null ? null : isByRule ? 'rule' : 'person',
    openedAt: new Date(row.opened_at).toISOString(),
    dueAt: new Date(row.due_at).toISOString(),
    assignee: row.assignee_name,
  }
}

async function countCases({ database, clock }: Needs): Promise<CaseCounts> {
  const now = clock.now()
  const open = await database
    .selectFrom('cases')
    .select(['state', 'due_at'])
    .where('state', 'in', waiting)
    .execute()
  const decided = await database
    .selectFrom('cases')
    .select(['opened_at', 'decided_at'])
    .where('decided_at', '>', now - 30 * DAY)
    .execute()
  const appealed = open.filter(({ state }) => state === 'appealed').length
  return {
    open: open.length - appealed,
    appealed,
    dueSoon: open.filter(({ due_at }) => due_at <= now + HOUR).length,
    decided: decided.length,
    medianTime: medianOf(decided.map(({ opened_at, decided_at }) => (decided_at ?? now) - opened_at)),
  }
}

/** The median of numbers, rounded; null of none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
