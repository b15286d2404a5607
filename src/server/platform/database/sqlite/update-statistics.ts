import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Updates the statistics of SQLite's planner (sqlite.org/pragma.html#pragma_optimize) from a sample of every table. */
export async function updateStatistics(database: Database): Promise<void> {
  await sql`pragma optimize = 0x10002`.execute(database)
}
