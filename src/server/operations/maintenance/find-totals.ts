import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

const WEEK = 7 * 24 * 60 * 60_000

export type Totals = {
  readonly totalUsers: number
  /** Sessions whose time is not up. */
  readonly activeSessions: number
  /** Those that have ended count as long as they are known. */
  readonly totalFiles: number
  readonly newFilesThisWeek: number
  /** Files that can be had, and their bytes. */
  readonly activeFiles: number
  readonly totalSize: number
}

/** What the service holds at `now`, in one look at all files. */
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
    .selectFrom('files')
    .select(({ fn }) => [
      fn.countAll<number>().as('totalFiles'),
      sql<number | null>`sum(case when uploaded_at > ${now - WEEK} then 1 else 0 end)`.as('newFilesThisWeek'),
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
