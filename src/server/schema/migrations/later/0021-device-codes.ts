import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** Programs that wait for their person to connect them. */
export function createDeviceCodes(engine: Engine): Migration {
  const { integer, bytes, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'device_codes')
        .addColumn('device_hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('user_code_hash', bytes, (column) => column.notNull().unique())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('scopes', text, (column) => column.notNull())
        .addColumn('network', text, (column) => column.notNull())
        .addColumn('state', text, (column) => column.notNull())
        .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('polled_at', integer)
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'device_codes', ['expires_at'])
      await index(database, 'device_codes', ['user_id'])
    },
  }
}
