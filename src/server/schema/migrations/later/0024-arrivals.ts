import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** Links of uploads under way. A release without them would give a finished upload another link. */
export function createArrivals(engine: Engine): Migration {
  const { integer, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'arrivals')
        .addColumn('link_id', text, (column) => column.primaryKey().notNull())
        .addColumn('upload_id', text, (column) => column.unique())
        .addColumn('owner_id', text, (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('title', text)
        .addColumn('sender_name', text)
        .addColumn('method', text)
        .addColumn('total', integer, (column) => column.notNull())
        .addColumn('received', integer, (column) => column.notNull())
        .addColumn('seen_at', integer, (column) => column.notNull())
        .addColumn('ended_as', text)
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'arrivals', ['owner_id'])
      await index(database, 'arrivals', ['expires_at'])
      await database.schema.alterTable('upload_steps').addColumn('link_id', text).execute()
    },
  }
}
