import type { Dashboard } from '#contract/operations/admin.ts'
import { sumCounters } from '#server/platform/database/counters.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findTotals, peopleCounters } from '../maintenance/find-totals.ts'

const WEEK = 7 * 24 * 60 * 60_000
const maxActivities = 10

/** Figures on the first page of the admin area. */
export async function describeDashboard({
  database,
  blobs,
  clock,
}: Pick<Services, 'database' | 'blobs' | 'clock'>): Promise<Dashboard> {
  const now = clock.now()
  const { totalUsers, totalFiles, newFilesThisWeek, activeFiles, totalSize } = await findTotals(database, now)
  const { amount: proUsers } = await sumCounters(database, peopleCounters.pro)
  const { newUsersThisWeek } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('newUsersThisWeek'))
    .where('created_at', '>', now - WEEK)
    .executeTakeFirstOrThrow()
  return {
    users: { totalUsers, newUsersThisWeek, proUsers },
    files: { totalFiles, newFilesThisWeek, totalSize, activeFiles },
    storage: [{ storage_provider: blobs.default.name, fileCount: activeFiles, totalSize }],
    recentActivity: await findRecentActivity(database),
  }
}

async function findRecentActivity(database: Database): Promise<Dashboard['recentActivity']> {
  const uploads = await database
    .selectFrom('transfers')
    .leftJoin('users', 'users.id', 'transfers.owner_id')
    .select(['transfers.name', 'users.username', 'transfers.created_at'])
    .where('transfers.ended_as', 'is', null)
    .orderBy('transfers.created_at', 'desc')
    .limit(maxActivities)
    .execute()
  const registrations = await database
    .selectFrom('users')
    .select(['username', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(maxActivities)
    .execute()
  const activity = [
    ...uploads.map(({ name, username, created_at }) => ({
      type: 'file_upload' as const,
      name,
      user: username,
      at: created_at,
    })),
    ...registrations.map(({ username, created_at }) => ({
      type: 'user_registration' as const,
      name: username,
      user: username,
      at: created_at,
    })),
  ]
  return activity
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxActivities)
    .map(({ at, ...rest }) => ({ ...rest, timestamp: new Date(at).toISOString() }))
}
