import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { schemaFor } from './rows/schema-for.ts'

/** Key pairs of people. */
export function createKeys(engine: Engine): Migration {
  const { text, integer, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'ml_kem_pairs')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('algorithm', text, (column) =>
          column.notNull().check(sql`algorithm in ('ml-kem512', 'ml-kem768', 'ml-kem1024')`),
        )
        .addColumn('public_key', bytes, (column) => column.notNull())
        .addColumn('sealed_seed', bytes, (column) => column.notNull())
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed_pair_key', bytes, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .addUniqueConstraint('ml_kem_pairs_user_algorithm', ['user_id', 'algorithm'])
        .execute()

      await table(database, 'rsa_pairs')
        .addColumn('user_id', text, (column) =>
          column.primaryKey().notNull().references('users.id').onDelete('cascade'),
        )
        .addColumn('public_key', bytes, (column) => column.notNull())
        .addColumn('encrypted_private_key', bytes, (column) => column.notNull())
        .addColumn('iterations', integer, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .execute()
    },
  }
}
