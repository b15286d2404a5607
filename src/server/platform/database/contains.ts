import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldForSearch } from '#contract/fold-for-search.ts'

/** Whether a column that holds texts in the form of foldForSearch has what somebody searches for, at any place in it. */
export function contains(column: string, search: string): RawBuilder<SqlBool> {
  const pattern = `%${foldForSearch(search).replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
}
