import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './schema-for.ts'

/** Resumable uploads, the steps of uploads, and rate_limits: see platform/database/database.ts. */
export function createTransfers(engine: Engine): Migration {
  const { text, integer, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'resumable_uploads')
        .addColumn('id_hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('file_id', text, (column) => column.notNull().unique())
        .addColumn('owner_id', text)
        .addColumn('length', integer, (column) => column.notNull().check(sql`length >= 0`))
        .addColumn('received', integer, (column) => column.notNull().check(sql`received <= length`))
        .addColumn('metadata', bytes, (column) => column.notNull())
        .addColumn('sealed_key', bytes, (column) => column.notNull())
        .addColumn('key_day', text, (column) => column.notNull())
        .addColumn('outcome', text)
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'resumable_uploads', ['expires_at'])
      await index(database, 'resumable_uploads', ['key_day'])

      await table(database, 'upload_steps')
        .addColumn('token_hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('step', text, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'upload_steps', ['expires_at'])

      await table(database, 'rate_limits')
        .addColumn('key', text, (column) => column.primaryKey().notNull())
        .addColumn('free_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'rate_limits', ['free_at'])
    },
  }
}
