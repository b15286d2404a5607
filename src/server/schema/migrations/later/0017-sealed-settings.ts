import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/** Secret settings, each sealed under a master key. */
export function createSealedSettings(engine: Engine): Migration {
  const { integer, bytes, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'sealed_settings')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed', bytes, (column) => column.notNull())
        .addColumn('changed_at', integer, (column) => column.notNull())
        .execute()
    },
  }
}
