import type { Services } from '#server/platform/services.ts'

/** Forgets the sessions whose time is up; they open nothing any more in any case. @returns how many */
export async function removeEndedSessions({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  const removed = await database
    .deleteFrom('sessions')
    .where('idle_until', '<=', clock.now())
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
