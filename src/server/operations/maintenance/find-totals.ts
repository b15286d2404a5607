import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

const WEEK = 7 * 24 * 60 * 60_000

export type Totals = {
  readonly totalUsers: number
  /** Sessions whose time is not up. */
  readonly activeSessions: number
  /** Transfers; those that have ended count until their rows are removed. */
  readonly totalFiles: number
  readonly newFilesThisWeek: number
  /** Live transfers, and their bytes. */
  readonly activeFiles: number
  readonly totalSize: number
}

/** What the service holds at `now`, in one pass over all transfers. */
export async function findTotals(database: Database, now: number): Promise<Totals> {
  const { totalUsers } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('totalUsers'))
    .executeTakeFirstOrThrow()
  const { activeSessions } = await database
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('activeSessions'))
    .where('idle_until', '>', now)
    .executeTakeFirstOrThrow()
  const isActive = sql`ended_as is null and expires_at > ${now}`
  const files = await database
    .selectFrom('transfers')
    .select(({ fn }) => [
      fn.countAll<number>().as('totalFiles'),
      sql<number | null>`sum(case when created_at > ${now - WEEK} then 1 else 0 end)`.as('newFilesThisWeek'),
      sql<number | null>`sum(case when ${isActive} then 1 else 0 end)`.as('activeFiles'),
      sql<number | null>`sum(case when ${isActive} then size else 0 end)`.as('totalSize'),
    ])
    .executeTakeFirstOrThrow()
  return {
    totalUsers,
    activeSessions,
    totalFiles: files.totalFiles,
    newFilesThisWeek: files.newFilesThisWeek ?? 0,
    activeFiles: files.activeFiles ?? 0,
    totalSize: files.totalSize ?? 0,
  }
}
