import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './rows/schema-for.ts'

/** File requests, and what visitors said of what they sent: see tables/request-tables.ts. */
export function createRequests(engine: Engine): Migration {
  const { text, integer, flag, bytes, table } = schemaFor(engine)
  const required = (column: ColumnDefinitionBuilder) => column.notNull()
  const natural = (name: string) => (column: ColumnDefinitionBuilder) =>
    column.notNull().check(sql`${sql.ref(name)} >= 0`)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'requests')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('owner_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('title', text, required)
        .addColumn('instructions', text)
        .addColumn('checklist', text, required)
        .addColumn('until', integer, required)
        .addColumn('uploads_limit', integer, (column) => column.check(sql`uploads_limit > 0`))
        .addColumn('uploads', integer, natural('uploads'))
        .addColumn('files', integer, natural('files'))
        .addColumn('largest_upload', integer, (column) => column.check(sql`largest_upload > 0`))
        .addColumn('bytes_limit', integer, (column) => column.check(sql`bytes_limit > 0`))
        .addColumn('bytes', integer, natural('bytes'))
        .addColumn('types', text, required)
        .addColumn('password_hash', text)
        .addColumn('asks', text, required)
        .addColumn('keep_for', text, required)
        .addColumn('lock', text, (column) => column.notNull().check(sql.raw(`"lock" in ('key', 'none')`)))
        .addColumn('pair_id', text, (column) => column.references('ml_kem_pairs.id').onDelete('set null'))
        .addColumn('closed_at', integer)
        .addColumn('disabled_at', integer)
        .addColumn('mailed_at', integer)
        .addColumn('unmailed', integer, natural('unmailed'))
        .addColumn('created_at', integer, required)
        .execute()
      await index(database, 'requests', ['owner_id', 'created_at'])
      await index(database, 'requests', ['pair_id'])
      await index(database, 'requests', ['until'])
      await index(database, 'requests', ['unmailed', 'mailed_at'])

      await table(database, 'request_uploads')
        .addColumn('transfer_id', text, (column) =>
          column.primaryKey().notNull().references('transfers.id').onDelete('cascade'),
        )
        .addColumn('files', text, required)
        .addColumn('checked', text, required)
        .addColumn('email_confirmed', flag, (column) =>
          column.notNull().check(sql`email_confirmed in (0, 1)`),
        )
        .execute()

      await table(database, 'request_archives')
        .addColumn('ticket_hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('request_id', text, (column) =>
          column.notNull().references('requests.id').onDelete('cascade'),
        )
        .addColumn('sealed', bytes, required)
        .addColumn('expires_at', integer, required)
        .execute()
      await index(database, 'request_archives', ['request_id'])
      await index(database, 'request_archives', ['expires_at'])
    },
  }
}
