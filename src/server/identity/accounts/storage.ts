import { type SqlBool, sql } from 'kysely'
import type { Stats } from '#contract/accounts/accounts.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
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
  for (const { owner_id, bytes } of stored) if (owner_id !== null) used.set(owner_id, bytes)
  for (const [userId, bytes] of await claimedBy(database, userIds, now, exceptClaim))
    used.set(userId, (used.get(userId) ?? 0) + bytes)
  return used
}

/** Bytes declared by the unfinished uploads of people; people without any are left out. */
async function claimedBy(
  database: Database,
  userIds: readonly string[],
  now: number,
  exceptClaim = '',
): Promise<ReadonlyMap<string, number>> {
  const claims = await database
    .selectFrom('upload_claims')
    .select(({ fn }) => ['owner_id', fn.sum<number>('bytes').as('bytes')])
    .where('owner_id', 'in', userIds)
    .where('until', '>', now)
    .where('id', '!=', exceptClaim)
    .groupBy('owner_id')
    .execute()
  return new Map(claims.flatMap(({ owner_id, bytes }) => (owner_id === null ? [] : [[owner_id, bytes]])))
}

/** The refusal of an upload of at least `bytes`, with `left` bytes of storage to spare. */
export function storageExceeded(bytes: number, left: number): Failure {
  if (left <= 0) return new Failure('STORAGE_QUOTA_EXCEEDED')
  const sizes = { sent: englishSize(bytes, ' '), left: englishSize(left, ' ') }
  return new Failure('STORAGE_QUOTA_EXCEEDED', {
    message: `You have ${sizes.left} of storage left, and this upload needs at least ${sizes.sent}. Delete a file or wait until one expires.`,
  })
}

/** The totals of a person's portal. */
export async function findStats(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
): Promise<Stats> {
  const now = clock.now()
  const isLive = sql<SqlBool>`ended_as is null and expires_at > ${now}`
  // In one look at the index of the owner: there may be many.
  const { live, stored, downloads } = await database
    .selectFrom('transfers')
    .select(({ fn }) => [
      sql<number | null>`sum(case when ${isLive} then 1 else 0 end)`.as('live'),
      sql<number | null>`sum(case when ${isLive} then size else 0 end)`.as('stored'),
      fn.sum<number | null>('downloads').as('downloads'),
    ])
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  const claimed = await claimedBy(database, [userId], now)
  const { contacts } = await database
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('contacts'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    totalFiles: live ?? 0,
    totalDownloads: downloads ?? 0,
    totalStorage: (stored ?? 0) + (claimed.get(userId) ?? 0),
    totalContacts: contacts,
  }
}
