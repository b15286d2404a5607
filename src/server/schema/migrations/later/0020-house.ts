import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** The name, the looks and the rules that an operator gives the service. */
export function createHouse(engine: Engine): Migration {
  const { text, integer, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'identity')
        .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
        .addColumn('value', text, (column) => column.notNull())
        .addColumn('changed_at', integer, (column) => column.notNull())
        .execute()

      await table(database, 'brand_pictures')
        .addColumn('role', text, (column) => column.primaryKey().notNull())
        .addColumn('file', text, (column) => column.notNull())
        .addColumn('content', bytes, (column) => column.notNull())
        .execute()
      await index(database, 'brand_pictures', ['file'])

      await table(database, 'groups')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('name_folded', text, (column) => column.notNull().unique())
        .addColumn('priority', integer, (column) => column.notNull())
        .addColumn('domains', text, (column) => column.notNull())
        .addColumn('claims', text, (column) => column.notNull())
        .addColumn('rules', text, (column) => column.notNull())
        .execute()

      await table(database, 'group_members')
        .addColumn('group_id', text, (column) => column.notNull().references('groups.id').onDelete('cascade'))
        .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('group_members_key', ['group_id', 'user_id'])
        .execute()
      await index(database, 'group_members', ['user_id'])

      await database.schema.alterTable('identities').addColumn('claims', text).execute()
    },
  }
}
