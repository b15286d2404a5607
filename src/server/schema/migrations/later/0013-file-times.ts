import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/** When a file that was sent by itself was modified, if its sender said it. */
export function addFileTimes(engine: Engine): Migration {
  const { integer } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await database.schema.alterTable('files').addColumn('modified_at', integer).execute()
    },
  }
}
