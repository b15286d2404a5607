import { type ColumnDefinitionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { countRows } from './rows/counted-rows.ts'
import { index, schemaFor } from './rows/schema-for.ts'
import { indexTrigrams } from './rows/searched-rows.ts'

/** Counters; people, their sessions, API keys and devices, leave to reset a password, and failed tries at one: see platform/database/database.ts. */
export function createPeople(engine: Engine): Migration {
  const { text, integer, flag, bytes, table } = schemaFor(engine)

  function flagOf(name: string) {
    return (column: ColumnDefinitionBuilder) => column.notNull().check(sql`${sql.ref(name)} in (0, 1)`)
  }

  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'counters')
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('bucket', integer, (column) => column.notNull())
        .addColumn('shard', integer, (column) => column.notNull())
        .addColumn('amount', integer, (column) => column.notNull())
        .addColumn('bytes', integer, (column) => column.notNull())
        .addPrimaryKeyConstraint('counters_pk', ['name', 'bucket', 'shard'])
        .execute()

      await table(database, 'users')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('username', text, (column) => column.notNull())
        .addColumn('username_folded', text, (column) => column.notNull().unique())
        .addColumn('email', text, (column) => column.notNull())
        .addColumn('email_folded', text, (column) => column.notNull().unique())
        .addColumn('email_verified_at', integer)
        .addColumn('must_verify_email', flag, flagOf('must_verify_email'))
        .addColumn('password_hash', text, (column) => column.notNull())
        .addColumn('must_change_password', flag, flagOf('must_change_password'))
        .addColumn('is_admin', flag, flagOf('is_admin'))
        .addColumn('is_pro', flag, flagOf('is_pro'))
        .addColumn('is_active', flag, flagOf('is_active'))
        .addColumn('storage_limit', integer, (column) => column.notNull().check(sql`storage_limit >= 0`))
        .addColumn('wants_security', flag, flagOf('wants_security'))
        .addColumn('wants_notifications', flag, flagOf('wants_notifications'))
        .addColumn('wants_marketing', flag, flagOf('wants_marketing'))
        .addColumn('language', text)
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('signed_in_at', integer)
        .addColumn('second_factor_due_at', integer)
        .addColumn('requests_allowed', flag, flagOf('requests_allowed'))
        .execute()
      // Holds what the list of people is filtered by.
      await index(database, 'users', ['created_at', 'id', 'is_active', 'is_pro'])
      // Few people are pro or inactive: their lists are counted off among them alone.
      for (const [name, condition] of [
        ['users_pro', sql<SqlBool>`is_pro = 1`],
        ['users_inactive', sql<SqlBool>`is_active = 0`],
      ] as const)
        await database.schema
          .createIndex(name)
          .on('users')
          .columns(['created_at', 'id'])
          .where(condition)
          .execute()
      await index(database, 'users', ['is_admin', 'is_active'])
      await index(database, 'users', ['must_verify_email', 'created_at'])
      await countRows(database, engine, {
        table: 'users',
        name: (row) => `'users:' || ${row}.is_active || ${row}.is_pro`,
        bucket: () => '0',
        bytes: () => '0',
        columns: ['is_active', 'is_pro'],
      })
      await indexTrigrams(database, engine, {
        table: 'users',
        time: 'created_at',
        texts: (row = '') => [`${row}username_folded`, `${row}email_folded`],
        columns: ['username_folded', 'email_folded'],
      })

      await table(database, 'sessions')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('access_hash', bytes, (column) => column.notNull().unique())
        .addColumn('access_expires_at', integer, (column) => column.notNull())
        .addColumn('previous_access_hash', bytes, (column) => column.unique())
        .addColumn('previous_access_expires_at', integer)
        .addColumn('family_hash', bytes, (column) => column.notNull().unique())
        .addColumn('refresh_hash', bytes, (column) => column.notNull())
        .addColumn('previous_refresh_hash', bytes)
        .addColumn('successor_salt', bytes)
        .addColumn('rotated_at', integer)
        .addColumn('remembered', flag, flagOf('remembered'))
        .addColumn('device', text, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('last_used_at', integer, (column) => column.notNull())
        .addColumn('idle_until', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'sessions', ['user_id', 'last_used_at'])
      await index(database, 'sessions', ['idle_until'])
      await index(database, 'sessions', ['remembered', 'created_at'])
      await countRows(database, engine, {
        table: 'sessions',
        name: () => `'sessions'`,
        bucket: () => '0',
        bytes: () => '0',
        columns: ['id'],
      })

      await table(database, 'api_keys')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('hash', bytes, (column) => column.notNull().unique())
        .addColumn('hint', text, (column) => column.notNull())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('scopes', text, (column) => column.notNull())
        .addColumn('networks', text, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('expires_at', integer)
        .addColumn('last_used_at', integer)
        .execute()
      await index(database, 'api_keys', ['user_id', 'created_at'])
      await index(database, 'api_keys', ['expires_at'])

      await table(database, 'totp')
        .addColumn('user_id', text, (column) =>
          column.primaryKey().notNull().references('users.id').onDelete('cascade'),
        )
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed_secret', bytes, (column) => column.notNull())
        .addColumn('confirmed_at', integer)
        .addColumn('last_step', integer, (column) => column.notNull())
        .execute()

      await table(database, 'recovery_codes')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('salt', bytes, (column) => column.notNull())
        .addColumn('memory', integer, (column) => column.notNull())
        .addColumn('passes', integer, (column) => column.notNull())
        .addColumn('hash', bytes, (column) => column.notNull())
        .addColumn('used_at', integer)
        .execute()
      await index(database, 'recovery_codes', ['user_id'])

      await table(database, 'sign_in_challenges')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('kind', text, (column) =>
          column.notNull().check(sql`kind in ('confirmation', 'second-factor')`),
        )
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('session_id', text, (column) => column.references('sessions.id').onDelete('cascade'))
        .addColumn('remembered', flag, flagOf('remembered'))
        .addColumn('failures', integer, (column) => column.notNull().check(sql`failures >= 0`))
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'sign_in_challenges', ['user_id', 'expires_at'])
      await index(database, 'sign_in_challenges', ['session_id'])
      await index(database, 'sign_in_challenges', ['expires_at'])

      await table(database, 'known_devices')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('seen_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'known_devices', ['user_id'])
      await index(database, 'known_devices', ['seen_at'])

      await table(database, 'reset_tokens')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'reset_tokens', ['user_id'])
      await index(database, 'reset_tokens', ['expires_at'])

      await table(database, 'failed_attempts')
        .addColumn('key_hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('failures', integer, (column) => column.notNull().check(sql`failures > 0`))
        .addColumn('last_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'failed_attempts', ['last_at'])

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
      await sql`create index contacts_address on contacts (lower(email))`.execute(database)

      await table(database, 'notifications')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('transfer_id', text, (column) => column.notNull())
        .addColumn('link_id', text, (column) => column.notNull())
        .addColumn('kind', text, (column) =>
          column
            .notNull()
            .check(sql`kind in ('downloaded', 'expiring', 'expired', 'received', 'request-closed')`),
        )
        .addColumn('filename', text, (column) => column.notNull())
        .addColumn('times', integer, (column) => column.notNull().check(sql`times > 0`))
        .addColumn('happened_at', integer, (column) => column.notNull())
        .addColumn('read_at', integer)
        .addUniqueConstraint('notifications_transfer_kind', ['transfer_id', 'kind'])
        .execute()
      await index(database, 'notifications', ['user_id', 'happened_at'])
      await index(database, 'notifications', ['happened_at'])
    },
  }
}
