import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What SQLite plans by; see sqlite.org/pragma.html#pragma_optimize: all tables are looked at, a part of each. */
export async function updateStatistics(database: Database): Promise<void> {
  await sql`pragma optimize = 0x10002`.execute(database)
}
