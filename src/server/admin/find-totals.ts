import type { Database } from '../ports/database.ts'

/** How many accounts there are, and the files that can be had at `now`, in numbers and bytes. */
export async function findTotals(database: Database, now: number) {
  const { totalUsers } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('totalUsers'))
    .executeTakeFirstOrThrow()
  const { activeFiles, totalSize } = await database
    .selectFrom('files')
    .select(({ fn }) => [
      fn.countAll<number>().as('activeFiles'),
      fn.sum<number | null>('size').as('totalSize'),
    ])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return { totalUsers, activeFiles, totalSize: totalSize ?? 0 }
}
