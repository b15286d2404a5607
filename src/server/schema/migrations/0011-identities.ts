import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './rows/schema-for.ts'

/** Accounts elsewhere that sign people in, sign-ins on their way there, and links that confirm mail addresses. */
export function createIdentities(engine: Engine): Migration {
  const { text, integer, flag, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'identities')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('issuer', text, (column) => column.notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('email', text)
        .addColumn('grants_admin', flag, (column) => column.notNull().check(sql`grants_admin in (0, 1)`))
        .addColumn('grants_pro', flag, (column) => column.notNull().check(sql`grants_pro in (0, 1)`))
        .addColumn('grants_quota', flag, (column) => column.notNull().check(sql`grants_quota in (0, 1)`))
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('used_at', integer)
        .addUniqueConstraint('identities_issuer_subject', ['issuer', 'subject'])
        .addUniqueConstraint('identities_user_issuer', ['user_id', 'issuer'])
        .execute()

      await table(database, 'oidc_sign_ins')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('purpose', text, (column) =>
          column.notNull().check(sql`purpose in ('sign-in', 'connect', 'confirm', 'connect-due')`),
        )
        .addColumn('redirect', text)
        .addColumn('challenge', text, (column) => column.notNull())
        .addColumn('kid', text)
        .addColumn('sealed', bytes)
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .addCheckConstraint('oidc_sign_ins_sealed', sql`(kid is null) = (sealed is null)`)
        .execute()
      await index(database, 'oidc_sign_ins', ['expires_at'])

      await table(database, 'email_verifications')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('email', text, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'email_verifications', ['user_id', 'expires_at'])
      await index(database, 'email_verifications', ['expires_at'])
    },
  }
}
