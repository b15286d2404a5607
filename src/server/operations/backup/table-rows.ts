import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/platform/database/database.ts'

const batch = 500

/** A value in a line, which distinguishes bytes from text. */
const storedValue = z.union([z.string(), z.number(), z.null(), z.object({ base64: z.base64() })])
const line = z.tuple([z.string(), z.record(z.string(), storedValue)])

type Row = Readonly<Record<string, unknown>>

/** Every row of a table in the order of its key, a batch at a time. */
export async function* readRows(
  database: Database,
  { name, key }: { readonly name: string; readonly key: readonly string[] },
): AsyncGenerator<Row[], void> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  for (;;) {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``
    const page = sql<Row>`select * from ${sql.table(name)} ${after} order by ${columns} limit ${sql.lit(batch)}`
    const { rows } = await page.execute(database)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < batch) return
  }
}

/** A row as a line of text. */
export function writeLine(table: string, row: Row): string {
  const values = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  ])
  return `${JSON.stringify([table, Object.fromEntries(values)])}\n`
}

/** Whether a line, as writeLine writes it, is a row of a table: without reading the row. */
export function isLineOf(table: string, text: string): boolean {
  return text.startsWith(`["${table}",`)
}

/** The table and the row of a line. @throws ZodError for what is none */
export function readLine(text: string): { table: string; row: Row } {
  const [table, stored] = line.parse(JSON.parse(text))
  const values = Object.entries(stored).map(([column, value]) => [
    column,
    typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
  ])
  return { table, row: Object.fromEntries(values) }
}

/** Puts rows of one table, all with the same columns, into it. */
export async function insertRows(database: Database, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(database)
}
