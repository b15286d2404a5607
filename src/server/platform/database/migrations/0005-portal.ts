import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './schema-for.ts'

/** Contacts, and what happened to people's files: see platform/database/database.ts. */
export function createPortal(engine: Engine): Migration {
  const { text, integer, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'contacts')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('name_folded', text, (column) => column.notNull())
        .addColumn('email', text, (column) => column.notNull())
        .addColumn('phone', text)
        .addColumn('company', text)
        .addColumn('search_text', text, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'contacts', ['user_id', 'name_folded'])

      await table(database, 'notifications')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('file_id', text, (column) => column.notNull())
        .addColumn('kind', text, (column) =>
          column.notNull().check(sql`kind in ('downloaded', 'expiring', 'expired')`),
        )
        .addColumn('filename', text, (column) => column.notNull())
        .addColumn('times', integer, (column) => column.notNull().check(sql`times > 0`))
        .addColumn('happened_at', integer, (column) => column.notNull())
        .addColumn('read_at', integer)
        .addUniqueConstraint('notifications_file_kind', ['file_id', 'kind'])
        .execute()
      await index(database, 'notifications', ['user_id', 'happened_at'])
      await index(database, 'notifications', ['happened_at'])
    },
  }
}
