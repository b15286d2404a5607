import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './rows/schema-for.ts'

/** Passkeys of people, and what they are asked to sign. */
export function createPasskeys(engine: Engine): Migration {
  const { text, integer, flag, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'passkeys')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('credential_id', bytes, (column) => column.notNull().unique())
        .addColumn('public_key', bytes, (column) => column.notNull())
        .addColumn('counter', integer, (column) => column.notNull().check(sql`counter >= 0`))
        .addColumn('transports', text, (column) => column.notNull())
        .addColumn('backup_eligible', flag, (column) =>
          column.notNull().check(sql`backup_eligible in (0, 1)`),
        )
        .addColumn('backed_up', flag, (column) => column.notNull().check(sql`backed_up in (0, 1)`))
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('last_used_at', integer)
        .execute()
      await index(database, 'passkeys', ['user_id', 'created_at'])

      await table(database, 'passkey_challenges')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('challenge', bytes, (column) => column.notNull())
        .addColumn('purpose', text, (column) =>
          column.notNull().check(sql`purpose in ('sign-in', 'confirmation', 'registration')`),
        )
        .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('session_id', text, (column) => column.references('sessions.id').onDelete('cascade'))
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'passkey_challenges', ['user_id'])
      await index(database, 'passkey_challenges', ['session_id'])
      await index(database, 'passkey_challenges', ['expires_at'])
    },
  }
}
