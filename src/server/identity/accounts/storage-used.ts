import type { Database } from '#server/platform/database/database.ts'

/**
 * Bytes that count against a person's storage limit at the moment `now`: their live transfers, and what their unfinished
 * uploads have declared.
 */
export async function storageUsed(database: Database, userId: string, now: number): Promise<number> {
  return (await storageUsedBy(database, [userId], now)).get(userId) ?? 0
}

/** The same for several people; who uses nothing is left out. */
export async function storageUsedBy(
  database: Database,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const used = new Map<string, number>()
  if (userIds.length === 0) return used
  const stored = await database
    .selectFrom('transfers')
    .select(({ fn }) => ['owner_id', fn.sum<number>('size').as('bytes')])
    .where('owner_id', 'in', userIds)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .groupBy('owner_id')
    .execute()
  const claimed = await database
    .selectFrom('upload_claims')
    .select(({ fn }) => ['owner_id', fn.sum<number>('bytes').as('bytes')])
    .where('owner_id', 'in', userIds)
    .where('until', '>', now)
    .groupBy('owner_id')
    .execute()
  for (const { owner_id, bytes } of [...stored, ...claimed]) {
    if (owner_id !== null) used.set(owner_id, (used.get(owner_id) ?? 0) + bytes)
  }
  return used
}
