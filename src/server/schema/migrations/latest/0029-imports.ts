import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** Remembers things of another service, so that each comes once, and the addresses that they had there. */
export function createImports(engine: Engine): Migration {
  const { bytes, integer, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'imported')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.references('users.id').onDelete('set null'))
        .addColumn('mailed_at', integer)
        .addColumn('created_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'imported', ['user_id'])
      await table(database, 'old_links')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('transfer_id', text, (column) => column.references('transfers.id').onDelete('cascade'))
        .addColumn('request_id', text, (column) => column.references('requests.id').onDelete('cascade'))
        .execute()
      await index(database, 'old_links', ['transfer_id'])
      await index(database, 'old_links', ['request_id'])
    },
  }
}
