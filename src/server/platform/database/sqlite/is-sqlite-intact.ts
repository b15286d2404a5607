import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Lets SQLite look through its whole file and at every reference (sqlite.org/pragma.html#pragma_integrity_check). */
export async function isSqliteIntact(database: Database): Promise<boolean> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  const broken = await sql`pragma foreign_key_check`.execute(database)
  return rows[0]?.integrity_check === 'ok' && broken.rows.length === 0
}

/**
 * Lets SQLite look whether every page of the file can be read, which takes a fraction of the time.
 * @returns what is wrong; undefined when nothing is
 */
export async function findSqliteDamage(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(database)
  const [found] = rows
  return found?.quick_check === 'ok' ? undefined : (found?.quick_check ?? 'it cannot be checked')
}
