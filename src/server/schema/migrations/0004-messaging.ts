import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './rows/schema-for.ts'

/** Events that wait for their subscribers, mails on their way out, codes that were mailed, and who wants no mails. */
export function createMessaging(engine: Engine): Migration {
  const { text, integer, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'events')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('at', integer, (column) => column.notNull())
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('user_id', text)
        .addColumn('transfer_id', text)
        .addColumn('link_id', text)
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('payload', bytes, (column) => column.notNull())
        .addColumn('not_before', integer, (column) => column.notNull())
        .addColumn('tries', integer, (column) => column.notNull())
        .execute()
      await index(database, 'events', ['not_before', 'at', 'id'])
      await index(database, 'events', ['user_id'])
      await index(database, 'events', ['transfer_id'])

      await table(database, 'mail_outbox')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('transfer_id', text)
        .addColumn('link_id', text)
        .addColumn('address_hash', bytes, (column) => column.notNull())
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed', bytes, (column) => column.notNull())
        .addColumn('queued_at', integer, (column) => column.notNull())
        .addColumn('not_before', integer, (column) => column.notNull())
        .addColumn('tries', integer, (column) => column.notNull())
        .execute()
      await index(database, 'mail_outbox', ['not_before'])
      await index(database, 'mail_outbox', ['queued_at'])
      await index(database, 'mail_outbox', ['user_id'])
      await index(database, 'mail_outbox', ['transfer_id'])
      await index(database, 'mail_outbox', ['address_hash'])

      await table(database, 'mail_codes')
        .addColumn('subject', text, (column) => column.primaryKey().notNull())
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('mac', bytes, (column) => column.notNull())
        .addColumn('tries_left', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'mail_codes', ['expires_at'])

      await table(database, 'address_salt')
        .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
        .addColumn('salt', bytes, (column) => column.notNull())
        .execute()

      await table(database, 'stopped_addresses')
        .addColumn('address_hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('stopped_at', integer, (column) => column.notNull())
        .execute()
    },
  }
}
