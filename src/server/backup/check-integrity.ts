import { sql } from 'kysely'
import type { Services } from '../ports/services.ts'
import { BackupUnusable } from './backup-layout.ts'

/**
 * Lets SQLite look through its whole file (sqlite.org/pragma.html#pragma_integrity_check). PostgreSQL has no such
 * statement, and has checked every constraint when the rows came in.
 * @throws BackupUnusable
 */
export async function checkIntegrity({
  config,
  database,
}: Pick<Services, 'config' | 'database'>): Promise<void> {
  if (config.DATABASE_URL !== undefined) return
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  const broken = await sql`pragma foreign_key_check`.execute(database)
  const [first] = rows
  if (first?.integrity_check !== 'ok' || broken.rows.length > 0)
    throw new BackupUnusable('The restored database failed its integrity check.')
}
