import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Engine } from '#server/schema/engine.ts'

/**
 * Tables, columns, whether these may be null, and indexes, as sorted lines. Defaults and checks are left out: columns that came
 * later have others.
 */
export async function shapeOf(database: Database, engine: Engine): Promise<string[]> {
  const tables = await database.introspection.getTables()
  const columns = tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name} ${column.dataType} ${column.isNullable}`),
  )
  const { rows } = await (engine === 'sqlite'
    ? sql<{ made: string }>`select sql as made from sqlite_master where type = 'index' and sql is not null`
    : sql<{ made: string }>`select indexdef as made from pg_indexes where schemaname = current_schema()`
  ).execute(database)
  // SQLite keeps a statement as it was written.
  const indexes = rows.map(({ made }) => made.replaceAll('"', '').toLowerCase())
  return [...columns, ...indexes].toSorted()
}
