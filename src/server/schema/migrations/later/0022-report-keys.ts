import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** Keys of end-to-end encrypted transfers that reporters gave along, until the decision. */
export function createReportKeys(engine: Engine): Migration {
  const { bytes, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'report_keys')
        .addColumn('report_id', text, (column) =>
          column.primaryKey().notNull().references('reports.id').onDelete('cascade'),
        )
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed', bytes, (column) => column.notNull())
        .execute()
      await index(database, 'report_keys', ['kid'])
    },
  }
}
