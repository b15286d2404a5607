import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/** Since when and until when an upload under way holds some of the free space. */
export function createHeldSpace(engine: Engine): Migration {
  const { integer } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      for (const column of ['held_since', 'held_until'])
        await database.schema.alterTable('upload_claims').addColumn(column, integer).execute()
    },
  }
}
