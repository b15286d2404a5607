import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/** Addresses that administrators vouch for, and invitations into a group. */
export function addGroupColumns(engine: Engine): Migration {
  const { integer, text } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await database.schema.alterTable('users').addColumn('email_vouched', integer).execute()
      await database.schema.alterTable('invitations').addColumn('group_id', text).execute()
    },
  }
}
