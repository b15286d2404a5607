import type { Stats } from '#contract/accounts/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Bytes that count against a person's storage limit at the moment `now`: their live transfers, and what their unfinished
 * uploads have declared.
 * @param exceptClaim of the upload that asks how much is left for it
 */
export async function storageUsed(
  database: Database,
  userId: string,
  now: number,
  exceptClaim?: string,
): Promise<number> {
  return (await storageUsedBy(database, [userId], now, exceptClaim)).get(userId) ?? 0
}

/** The same for several people; who uses nothing is left out. */
export async function storageUsedBy(
  database: Database,
  userIds: readonly string[],
  now: number,
  exceptClaim = '',
): Promise<ReadonlyMap<string, number>> {
  const used = new Map<string, number>()
  if (userIds.length === 0) return used
  const stored = await database
    .selectFrom('transfers')
    .select(({ fn }) => ['owner_id', fn.sum<number>('size').as('bytes')])
    .where('owner_id', 'in', userIds)
    .where('ended_as', 'is', null)
    .where('expires_at', '>', now)
    .groupBy('owner_id')
    .execute()
  const claimed = await database
    .selectFrom('upload_claims')
    .select(({ fn }) => ['owner_id', fn.sum<number>('bytes').as('bytes')])
    .where('owner_id', 'in', userIds)
    .where('until', '>', now)
    .where('id', '!=', exceptClaim)
    .groupBy('owner_id')
    .execute()
  for (const { owner_id, bytes } of [...stored, ...claimed]) {
    if (owner_id !== null) used.set(owner_id, (used.get(owner_id) ?? 0) + bytes)
  }
  return used
}

/** The totals of a person's portal. */
export async function findStats(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
): Promise<Stats> {
  const now = clock.now()
  const { live } = await database
    .selectFrom('transfers')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('owner_id', '=', userId)
    .where('ended_as', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  const { downloads } = await database
    .selectFrom('transfers')
    .select(({ fn }) => fn.sum<number | null>('downloads').as('downloads'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { contacts } = await database
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('contacts'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    totalFiles: live,
    totalDownloads: downloads ?? 0,
    totalStorage: await storageUsed(database, userId, now),
    totalContacts: contacts,
  }
}
