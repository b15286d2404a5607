import { type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely'
import type { Tables } from './database.ts'

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
