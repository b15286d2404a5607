import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/** Terms and privacy texts that an operator writes. */
export function createOwnTexts(engine: Engine): Migration {
  const { text, integer, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'own_texts')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('page', text, (column) => column.notNull().check(sql`page in ('terms', 'privacy')`))
        .addColumn('value', text, (column) => column.notNull())
        .addColumn('hashes', text, (column) => column.notNull())
        .addColumn('published_at', integer)
        .execute()
    },
  }
}
