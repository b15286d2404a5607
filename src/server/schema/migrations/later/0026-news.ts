import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/** The version whose news a person has read. */
export function addNewsRead(engine: Engine): Migration {
  const { text } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await database.schema.alterTable('users').addColumn('news_read', text).execute()
    },
  }
}
