import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { newId } from '#crypto/random-id.ts'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './rows/schema-for.ts'

/** Locks, jobs, rate limits, which service this is, the state of maintenance, alarms, and the files of releases. */
export function createOperations(engine: Engine): Migration {
  const { text, integer, flag, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'locks')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('holder', text, (column) => column.notNull())
        .addColumn('number', integer, (column) => column.notNull())
        .addColumn('instance', text, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .addColumn('wanted', flag, (column) => column.notNull().check(sql`wanted in (0, 1)`))
        .execute()
      await index(database, 'locks', ['instance'])

      await table(database, 'instances')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('steps', text, (column) => column.notNull())
        .addColumn('active_key', text, (column) => column.notNull())
        .addColumn('other_keys', text, (column) => column.notNull())
        .addColumn('seen_at', integer, (column) => column.notNull())
        .execute()

      await table(database, 'jobs')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('began_at', integer, (column) => column.notNull())
        .execute()

      await table(database, 'rate_limits')
        .addColumn('key', text, (column) => column.primaryKey().notNull())
        .addColumn('free_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'rate_limits', ['free_at'])

      await table(database, 'service')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('key_fingerprint', text)
        .addColumn('needs_step', text)
        .addColumn('checked_at', integer, (column) => column.notNull())
        .execute()
      await sql`insert into service (id, checked_at) values (${newId()}, 0)`.execute(database)

      await table(database, 'maintenance')
        .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
        .addColumn('active', flag, (column) => column.notNull().check(sql`active in (0, 1)`))
        .addColumn('message', text, (column) => column.notNull())
        .execute()
      await sql`insert into maintenance (id, active, message) values (1, 0, '')`.execute(database)

      await table(database, 'alarms')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('raised_at', integer, (column) => column.notNull())
        .addColumn('details', text, (column) => column.notNull())
        .execute()

      await table(database, 'web_assets')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('content', bytes, (column) => column.notNull())
        .addColumn('superseded_at', integer)
        .execute()
    },
  }
}
