import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Lets SQLite look through its whole file and at every reference (sqlite.org/pragma.html#pragma_integrity_check). */
export async function isSqliteIntact(database: Database): Promise<boolean> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  const broken = await sql`pragma foreign_key_check`.execute(database)
  return rows[0]?.integrity_check === 'ok' && broken.rows.length === 0
}
