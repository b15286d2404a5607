import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** Takes a table away, so that every statement on it fails, until the returned function puts it back. */
export async function hideTable(database: Database, name: string): Promise<() => Promise<void>> {
  const hidden = `${name}_hidden`
  await sql`alter table ${sql.table(name)} rename to ${sql.table(hidden)}`.execute(database)
  return async () => {
    await sql`alter table ${sql.table(hidden)} rename to ${sql.table(name)}`.execute(database)
  }
}
