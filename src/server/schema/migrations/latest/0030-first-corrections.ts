import { type ColumnDefinitionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/**
 * Columns and indexes that are missing in tables of an early 1.0.0, whose first steps were corrected in place at that time. Tables
 * that have them stay as they are. An index that a wider or smaller one took the place of goes: planners preferred it.
 */
export function addFirstCorrections(engine: Engine): Migration {
  const { integer, text } = schemaFor(engine)
  type Column = {
    readonly name: string
    readonly type: typeof integer | typeof text
    readonly build?: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  }
  const columns: Readonly<Record<string, readonly Column[]>> = {
    requests: [{ name: 'disabled_at', type: integer }],
    cases: [
      { name: 'same_content', type: text, build: (column) => column.notNull().defaultTo('[]') },
      { name: 'hash_after', type: integer },
    ],
    decisions: [{ name: 'others', type: integer, build: (column) => column.notNull().defaultTo(0) }],
  }

  async function addColumns(database: Kysely<unknown>): Promise<void> {
    for (const table of await database.introspection.getTables())
      for (const { name, type, build } of columns[table.name] ?? [])
        if (!table.columns.some((column) => column.name === name))
          await database.schema.alterTable(table.name).addColumn(name, type, build).execute()
  }

  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await addColumns(database)
      const found = await indexDefinitions(database, engine)
      const lacks = (...parts: string[]) => !found.some((one) => parts.every((part) => one.includes(part)))
      const drop = (name: string) => database.schema.dropIndex(name).ifExists().execute()
      for (const [name, table, of, condition] of [
        ['users_pro', 'users', ['created_at', 'id'], sql<SqlBool>`is_pro = 1`],
        ['users_inactive', 'users', ['created_at', 'id'], sql<SqlBool>`is_active = 0`],
        ['links_own_end', 'links', ['expires_at', 'id'], sql<SqlBool>`expires_at is not null`],
        [
          'transfers_uncleared',
          'transfers',
          ['ended_at'],
          sql<SqlBool>`cleared = 0 and ended_at is not null`,
        ],
      ] as const)
        if (lacks(name))
          await database.schema
            .createIndex(name)
            .on(table)
            .columns([...of])
            .where(condition)
            .execute()
      await drop('transfers_cleared_ended_at')
      await drop('transfers_ended_at_expires_at_created_at_size')
      const byEnd = ['ended_at', 'expires_at', 'id', 'created_at', 'size']
      if (lacks(['transfers', ...byEnd].join('_'))) await index(database, 'transfers', byEnd)
      // PostgreSQL cuts both names off at the same character.
      const ofOwner = ['owner_id', 'ended_as', 'created_at', 'id', 'expires_at', 'size', 'name_folded']
      if (lacks('transfers_owner_id_ended_as', 'downloads')) {
        await drop(['transfers', ...ofOwner].join('_'))
        await index(database, 'transfers', [...ofOwner, 'downloads'])
      }
    },
  }
}

/** Each index as the database would make it. */
async function indexDefinitions(database: Kysely<unknown>, engine: Engine): Promise<string[]> {
  type Row = { readonly definition: string }
  const { rows } = await (engine === 'sqlite'
    ? sql<Row>`select sql as definition from sqlite_master where type = 'index' and sql is not null`
    : sql<Row>`select indexdef as definition from pg_indexes where schemaname = current_schema()`
  ).execute(database)
  return rows.map(({ definition }) => definition)
}
