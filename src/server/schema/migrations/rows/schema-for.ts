import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine } from '../../engine.ts'

/**
 * SQLite's strict tables know few types; its integers have 64 bits. `folded` text sorts by its characters' numbers, as all
 * text does in SQLite, whatever language the PostgreSQL was set up for.
 */
const columnTypes = {
  sqlite: { text: 'text', folded: 'text', integer: 'integer', flag: 'integer', bytes: 'blob' },
  postgres: {
    text: 'text',
    folded: sql`text collate "C"`,
    integer: 'bigint',
    flag: 'smallint',
    bytes: 'bytea',
  },
} as const

/** The column types of an engine, and how it makes a table. */
export function schemaFor(engine: Engine) {
  return {
    ...columnTypes[engine],
    table(database: Kysely<unknown>, name: string): CreateTableBuilder<string, never> {
      const builder = database.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    },
  }
}

/** Makes an index named after its table and columns. */
export async function index(database: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await database.schema
    .createIndex([table, ...columns].join('_'))
    .on(table)
    .columns(columns)
    .execute()
}
