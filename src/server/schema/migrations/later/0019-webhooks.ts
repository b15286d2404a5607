import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** Webhooks, their calls and which of these wait; whether the end of a request's time was announced. */
export function createWebhooks(engine: Engine): Migration {
  const { integer, flag, bytes, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'webhooks')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('is_service', flag, (column) => column.notNull().check(sql`is_service in (0, 1)`))
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('format', text, (column) => column.notNull())
        .addColumn('events', text, (column) => column.notNull())
        .addColumn('names', flag, (column) => column.notNull().check(sql`names in (0, 1)`))
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed', bytes, (column) => column.notNull())
        .addColumn('old_secret_until', integer)
        .addColumn('calls', integer, (column) => column.notNull())
        .addColumn('failing_since', integer)
        .addColumn('off_at', integer)
        .addColumn('off_reason', text)
        .addColumn('created_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'webhooks', ['user_id'])
      await index(database, 'webhooks', ['is_service'])
      await table(database, 'webhook_deliveries')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('webhook_id', text, (column) =>
          column.notNull().references('webhooks.id').onDelete('cascade'),
        )
        .addColumn('n', integer, (column) => column.notNull())
        .addColumn('type', text, (column) => column.notNull())
        .addColumn('happened_at', integer, (column) => column.notNull())
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed', bytes, (column) => column.notNull())
        .addColumn('state', text, (column) => column.notNull())
        .addColumn('tries', integer, (column) => column.notNull())
        .addColumn('tried_at', integer)
        .addColumn('took', integer)
        .addColumn('status', integer)
        .addColumn('failure', text)
        .addColumn('answer_kid', text)
        .addColumn('sealed_answer', bytes)
        .addUniqueConstraint('webhook_deliveries_number', ['webhook_id', 'n'])
        .execute()
      await index(database, 'webhook_deliveries', ['happened_at'])
      await table(database, 'webhook_queue')
        .addColumn('id', text, (column) =>
          column.primaryKey().notNull().references('webhook_deliveries.id').onDelete('cascade'),
        )
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('webhook_id', text, (column) =>
          column.notNull().references('webhooks.id').onDelete('cascade'),
        )
        .addColumn('user_id', text, (column) => column.notNull())
        .addColumn('n', integer, (column) => column.notNull())
        .addColumn('is_first', flag, (column) => column.notNull().check(sql`is_first in (0, 1)`))
        .addColumn('queued_at', integer, (column) => column.notNull())
        .addColumn('not_before', integer, (column) => column.notNull())
        .addColumn('tries', integer, (column) => column.notNull())
        .execute()
      await index(database, 'webhook_queue', ['not_before', 'n'])
      await index(database, 'webhook_queue', ['webhook_id', 'is_first', 'n'])
      await database.schema.alterTable('requests').addColumn('end_announced_at', integer).execute()
    },
  }
}
