import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** Invitations that open an account, once. */
export function createInvitations(engine: Engine): Migration {
  const { integer, bytes, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'invitations')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('hash', bytes, (column) => column.notNull().unique())
        .addColumn('email', text, (column) => column.notNull())
        .addColumn('email_folded', text, (column) => column.notNull().unique())
        .addColumn('mailed', integer, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'invitations', ['expires_at'])
    },
  }
}
