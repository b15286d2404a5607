import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './schema-for.ts'

/** Mails on their way out: see platform/database/database.ts. */
export function createMail(engine: Engine): Migration {
  const { text, integer, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'mail_outbox')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('recipient', text, (column) => column.notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('body_text', text, (column) => column.notNull())
        .addColumn('body_html', text, (column) => column.notNull())
        .addColumn('file_id', text, (column) => column.references('files.id').onDelete('cascade'))
        .addColumn('queued_at', integer, (column) => column.notNull())
        .addColumn('not_before', integer, (column) => column.notNull())
        .addColumn('tries', integer, (column) => column.notNull())
        .execute()
      await index(database, 'mail_outbox', ['not_before'])
      await index(database, 'mail_outbox', ['file_id'])
    },
  }
}
