import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './schema-for.ts'

/** Fenced locks, the last run of each job, and which master key this database belongs to. See platform/database/database.ts. */
export function createLocks(engine: Engine): Migration {
  const { text, integer, flag, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await database.schema.dropTable('locks').execute()
      await table(database, 'locks')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('holder', text, (column) => column.notNull())
        .addColumn('number', integer, (column) => column.notNull())
        .addColumn('instance', text, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .addColumn('wanted', flag, (column) => column.notNull().check(sql`wanted in (0, 1)`))
        .execute()
      await index(database, 'locks', ['instance'])

      await table(database, 'jobs')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('began_at', integer, (column) => column.notNull())
        .execute()

      await database.schema.alterTable('service').addColumn('key_fingerprint', text).execute()
      await database.schema
        .alterTable('service')
        .addColumn('checked_at', integer, (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
