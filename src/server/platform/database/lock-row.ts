import { SelectModifierNode, sql } from 'kysely'
import type { Database, Tables } from './database.ts'

type TableWithId = {
  [Table in keyof Tables]: Tables[Table] extends { id: string } ? Table : never
}[keyof Tables]

/** Renders what `.forNoKeyUpdate()` adds to a query: rows that it finds by other columns are locked in the same way. */
const lock = { toOperationNode: () => SelectModifierNode.create('ForNoKeyUpdate') }

/**
 * Locks a row until the transaction ends, and reads it. A concurrent transaction that has locked or changed the row is waited
 * for, and what it committed is read; one that comes later waits for this one. On SQLite there is never such a one, since a
 * transaction has the write lock from its beginning. Rows that refer to the locked one can still be inserted meanwhile.
 * @returns undefined when there is no such row, or it has just been deleted
 */
export async function lockRow<Table extends TableWithId>(
  transaction: Database,
  table: Table,
  id: string,
): Promise<Tables[Table] | undefined> {
  const query = sql<Tables[Table]>`select * from ${sql.table(table)} where id = ${id} ${lock}`
  const { rows } = await query.execute(transaction)
  return rows[0]
}
