import type { Database } from '#server/platform/database/database.ts'

/** Bytes that all live files of a person have together at the moment `now`. */
export async function storageUsed(database: Database, userId: string, now: number): Promise<number> {
  const { used } = await database
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | null>('size').as('used'))
    .where('owner_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return used ?? 0
}
