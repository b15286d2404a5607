import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/**
 * Key pairs that browsers make for requests, and the requests that are locked with them. Such a request has the lock `key` and no
 * pair of the server's: a release without this step takes it for one whose key is gone, so it is closed there and takes nothing.
 */
export function createBrowserLocks(engine: Engine): Migration {
  const { bytes, integer, flag, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'x_wing_pairs')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) =>
          column.notNull().unique().references('users.id').onDelete('cascade'),
        )
        .addColumn('public_key', bytes, (column) => column.notNull())
        .addColumn('sealed_seed', bytes)
        .addColumn('created_at', integer, (column) => column.notNull())
        .execute()
      await database.schema
        .alterTable('requests')
        .addColumn('in_browser', flag, (column) =>
          column.notNull().defaultTo(0).check(sql`in_browser in (0, 1)`),
        )
        .execute()
      await database.schema
        .alterTable('requests')
        .addColumn('browser_pair_id', text, (column) =>
          column.references('x_wing_pairs.id').onDelete('set null'),
        )
        .execute()
      // Without it the end of a pair would read all requests.
      await index(database, 'requests', ['browser_pair_id'])
    },
  }
}
