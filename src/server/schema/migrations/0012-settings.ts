import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { schemaFor } from './rows/schema-for.ts'

/** Settings changed by administrators while the server runs, and the first set-up. */
export function createSettings(engine: Engine): Migration {
  const { text, integer, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'settings')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('value', text, (column) => column.notNull())
        .addColumn('changed_at', integer, (column) => column.notNull())
        .execute()

      await table(database, 'setup')
        .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
        .addColumn('token_hash', bytes)
        .addColumn('expires_at', integer, (column) => column.notNull())
        .addColumn('saved_key', text)
        .execute()
      await sql`insert into setup (id, expires_at) values (1, 0)`.execute(database)
    },
  }
}
