import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '../../schema/engine.ts'
import type { AuditLogRow, TransfersRow, UsersRow } from './database.ts'
import { foldForSearch } from './fold-for-search.ts'

/** Most rows that a search of a whole table finds: the latest. */
export const maxFound = 1000
/** Most rows with the text that are read, the latest, before other filters apply. */
const maxCandidates = 2000
/** Most rows that are read for a text too short for the index: the latest. */
const maxLookedThrough = 10_000
/** Characters in an entry of the index: see migrations/rows/searched-rows.ts. */
const gramLength = 3

/** Columns that a search may filter by. In large tables they share one index with the texts. */
type Candidates = {
  transfers: Pick<TransfersRow, 'id' | 'created_at' | 'ended_as' | 'expires_at'>
  users: Pick<UsersRow, 'id' | 'created_at' | 'is_active' | 'is_pro' | 'username_folded'>
  audit_log: Pick<AuditLogRow, 'id' | 'at' | 'act'>
}

const searched = {
  transfers: {
    time: 'created_at',
    columns: ['id', 'created_at', 'ended_as', 'expires_at', 'name_folded'],
    texts: [sql`name_folded`],
  },
  users: {
    time: 'created_at',
    columns: ['id', 'created_at', 'is_active', 'is_pro', 'username_folded', 'email_folded'],
    texts: [sql`username_folded`, sql`email_folded`],
  },
  audit_log: {
    time: 'at',
    columns: ['id', 'at', 'act', 'actor_name', 'subject_name'],
    texts: [sql`lower(coalesce(actor_name, ''))`, sql`lower(coalesce(subject_name, ''))`],
  },
} as const

/** From `from` on, and before `to`: milliseconds since 1970. */
type Span = { readonly from?: number | undefined; readonly to?: number | undefined }

/**
 * The latest rows of a table that have a text at any place in what is searched there, for use in the `from` of a query,
 * under the name `candidates`.
 */
export function candidatesOf<Table extends keyof Candidates>(
  engine: Engine,
  table: Table,
  search: string,
  span: Span = {},
): AliasedRawBuilder<Candidates[Table], 'candidates'> {
  const { time, columns } = searched[table]
  const text = foldForSearch(search)
  const selected = sql.join(columns.map((column) => sql.ref(column)))
  const matches = hasText(table, search)
  const latest = sql`order by ${sql.ref(time)} desc, id desc`
  const inSpan = withinSpan(sql.ref(time), span)
  const isShort = [...text].length < gramLength
  let rows: RawBuilder<Candidates[Table]>
  if (isShort) {
    const lookedThrough = sql`select ${selected} from ${sql.table(table)} where ${inSpan} ${latest} limit ${maxLookedThrough}`
    rows = sql`(select * from (${lookedThrough}) as looked_through where ${matches} ${latest} limit ${maxCandidates})`
  } else if (engine === 'sqlite') {
    const index = sql.table(`${table}_search`)
    const numbers = sql.table(`${table}_numbers`)
    const inNumbers = withinSpan(sql`rowid`, span, 1000)
    const found = sql`select rowid as number from ${index} where ${index} match ${gramsOf(text)} and ${inNumbers}
      order by rowid desc limit ${maxCandidates}`
    rows = sql`(select ${selected} from (select numbers.id as found_id from (${found}) as found
      cross join ${numbers} as numbers on numbers.number = found.number) cross join ${sql.table(table)} on id = found_id
      where ${matches} and ${inSpan})`
  } else {
    rows = sql`(select ${selected} from ${sql.table(table)} where ${matches} and ${inSpan} ${latest} limit ${maxCandidates})`
  }
  return rows.as('candidates')
}

/** Whether a row of a table has a text at any place in what is searched there. */
export function hasText(table: keyof Candidates, search: string): RawBuilder<SqlBool> {
  const pattern = patternOf(foldForSearch(search))
  const parts = searched[table].texts.map((text) => sql`${text} like ${pattern} escape '\\'`)
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** Whether a column that holds texts in the form of foldForSearch has what someone searches for, at any place in it. */
export function contains(column: string, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${patternOf(foldForSearch(search))} escape '\\'`
}

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

function withinSpan(time: RawBuilder<unknown>, { from, to }: Span, factor = 1): RawBuilder<unknown> {
  const bounds = [
    ...(from === undefined ? [] : [sql`${time} >= ${from * factor}`]),
    ...(to === undefined ? [] : [sql`${time} < ${to * factor}`]),
  ]
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
}

/** All runs of three characters of a text, as FTS5 wants what all has to be there. */
function gramsOf(text: string): string {
  const characters = [...text]
  const grams = characters.flatMap((_, start) => {
    const gram = characters.slice(start, start + gramLength)
    return gram.length === gramLength ? [`"${gram.join('').replaceAll('"', '""')}"`] : []
  })
  return [...new Set(grams)].join(' AND ')
}
