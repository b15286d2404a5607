import { sumCounters } from '#server/platform/database/counters.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countActive, countCreated } from './count-transfers.ts'

const WEEK = 7 * 24 * 60 * 60_000

type Totals = {
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

/** People by whether they are active and pro. */
export const peopleCounters = {
  all: ['users:00', 'users:01', 'users:10', 'users:11'],
  active: ['users:10', 'users:11'],
  inactive: ['users:00', 'users:01'],
  pro: ['users:01', 'users:11'],
} as const

/** Totals of the service at `now`: from counters, less the rows that still count there and are over. */
export async function findTotals(database: Database, now: number): Promise<Totals> {
  const { amount: totalUsers } = await sumCounters(database, peopleCounters.all)
  const { amount: sessions } = await sumCounters(database, ['sessions'])
  const { endedSessions } = await database
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('endedSessions'))
    .where('idle_until', '<=', now)
    .executeTakeFirstOrThrow()
  const created = await countCreated(database, now - WEEK)
  const active = await countActive(database, now)
  return {
    totalUsers,
    activeSessions: sessions - endedSessions,
    totalFiles: created.all,
    newFilesThisWeek: created.recent,
    activeFiles: active.amount,
    totalSize: active.bytes,
  }
}
