import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type * as z from 'zod/mini'
import { SourceProblem } from '../source.ts'

/** A SQLite database of another service. */
export type SourceDatabase = {
  /** Reads a table. Columns that it does not have are null; rows that do not fit the schema are undefined. */
  rows<Shape extends z.core.$ZodShape>(
    table: string,
    schema: z.ZodMiniObject<Shape>,
  ): Iterable<z.output<z.ZodMiniObject<Shape>> | undefined>
  has(table: string): boolean
  close(): void
}

const header = 'SQLite format 3\0'

/**
 * Opens a SQLite database that no program writes to, and looks through it.
 * @throws SourceProblem for one that is in use, broken or none
 */
export async function openSourceDatabase(path: string, tables: readonly string[]): Promise<SourceDatabase> {
  const size = await assertDatabase(path)
  await assertAtRest(path)
  // SQLite makes no files beside an immutable one, and takes no lock.
  const address = pathToFileURL(path)
  address.searchParams.set('mode', 'ro')
  address.searchParams.set('immutable', '1')
  const connection = new DatabaseSync(address, { readOnly: true, allowExtension: false })
  try {
    connection.exec('pragma trusted_schema = off')
    assertWhole(connection, path, size)
    for (const table of tables)
      if (!hasTable(connection, table))
        throw new SourceProblem(
          `${path} has no table ${table}: it is a database of another program or version.`,
        )
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    has: (table) => hasTable(connection, table),
    *rows(table, schema) {
      const known = new Set(
        connection
          .prepare('select name from pragma_table_info(?)')
          .all(table)
          .map(({ name }) => String(name)),
      )
      const columns = Object.keys(schema.shape).map((name) =>
        known.has(name) ? quote(name) : `null as ${quote(name)}`,
      )
      const statement = connection.prepare(`select ${columns.join(', ')} from ${quote(table)}`)
      statement.setReadBigInts(true)
      for (const row of statement.iterate()) yield schema.safeParse(withNumbers(row)).data
    },
    close: () => connection.close(),
  }
}

/** Rows that others are found by: where one is unreadable, a share could come without its password or a part. @throws SourceProblem */
export function allRows<Shape extends z.core.$ZodShape>(
  database: SourceDatabase,
  table: string,
  schema: z.ZodMiniObject<Shape>,
): z.output<z.ZodMiniObject<Shape>>[] {
  if (!database.has(table)) return []
  return Array.from(database.rows(table, schema), (row, index) => {
    if (!row)
      throw new SourceProblem(
        `Record ${index + 1} of the table ${table} cannot be read, and a share could come without it: correct or delete it in a copy of the database, and import that.`,
      )
    return row
  })
}

/** Integers of JavaScript where they fit; others stay as they are, and fit no schema. */
function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
    ]),
  )
}

/** @returns its bytes @throws SourceProblem */
async function assertDatabase(path: string): Promise<number> {
  // A pipe would be waited for.
  await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stats = await handle.stat()
  const head = Buffer.alloc(header.length)
  if (stats.isFile()) await handle.read(head, 0, head.length, 0)
  if (head.toString('latin1') !== header)
    throw new SourceProblem(`${path} is no SQLite database: copy it again, or name another folder.`)
  return stats.size
}

/** Asserts that no log stands beside the database: its content would be overlooked. @throws SourceProblem */
async function assertAtRest(path: string): Promise<void> {
  for (const name of [`${path}-wal`, `${path}-journal`]) {
    const size = await stat(name).then(
      (stats) => stats.size,
      () => 0,
    )
    // guard: database in use -> tests/long/imports/hostile.test.ts "is in use"
    if (size > 0)
      throw new SourceProblem(
        `${name} isn't empty: the other service is running, or was not stopped properly. Stop it, or start it once more and stop it.`,
      )
  }
}

/** @throws SourceProblem for a file that was copied in part, or is damaged */
function assertWhole(connection: DatabaseSync, path: string, size: number): void {
  let found: unknown
  try {
    found = connection.prepare('pragma quick_check(1)').get()?.quick_check
    // SQLite reads a last page that was cut off as if zeros followed.
    if (size % Number(connection.prepare('pragma page_size').get()?.page_size) !== 0)
      found = 'its last page is cut off'
  } catch (error) {
    found = error instanceof Error ? error.message : String(error)
  }
  // guard: broken database of a source -> tests/long/imports/hostile.test.ts "is broken"
  if (found !== 'ok')
    throw new SourceProblem(
      `${path} is damaged or was copied in part: ${String(found)}. Copy it again while the other service is stopped.`,
    )
}

/** A view could stand for anything. */
function hasTable(connection: DatabaseSync, name: string): boolean {
  return (
    connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !==
    undefined
  )
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
