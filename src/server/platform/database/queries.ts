import { type RawBuilder, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely'
import { foldForSearch } from '#contract/fold-for-search.ts'
import type { Tables } from './database.ts'

/** Whether a column that holds texts in the form of foldForSearch has what someone searches for, at any place in it. */
export function contains(column: string, search: string): RawBuilder<SqlBool> {
  const pattern = `%${foldForSearch(search).replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** Rows read at a time. */
const pageLength = 500

/** All rows of a query, in the order of their ids, a page at a time. */
export async function* inPages<Table extends keyof Tables, Row extends { readonly id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): AsyncGenerator<Simplify<Row>, void> {
  const ordered = query.orderBy(sql`id`).limit(pageLength)
  let after = ''
  for (;;) {
    const rows = await ordered.where(sql<SqlBool>`id > ${after}`).execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageLength) return
    after = last.id
  }
}
