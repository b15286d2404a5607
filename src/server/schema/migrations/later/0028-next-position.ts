import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/**
 * The next number of a file in its transfer, where it is missing: 1.0.0 had tables without it before its last corrections, and
 * took the highest number and one.
 */
export function addNextPosition(engine: Engine): Migration {
  const { integer } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      const tables = await database.introspection.getTables()
      const columns = tables.find(({ name }) => name === 'transfers')?.columns ?? []
      if (columns.some(({ name }) => name === 'next_position')) return
      await database.schema
        .alterTable('transfers')
        .addColumn('next_position', integer, (column) => column.notNull().defaultTo(1))
        .execute()
      await sql`update transfers set next_position =
        (select max(position) + 1 from files where files.transfer_id = transfers.id)
        where exists (select 1 from files where files.transfer_id = transfers.id and position > 0)`.execute(
        database,
      )
    },
  }
}
