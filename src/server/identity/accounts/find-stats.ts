import type { Stats } from '#contract/accounts.ts'
import type { Services } from '#server/platform/services.ts'
import { storageUsed } from './storage-used.ts'

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
    .where('ended_at', 'is', null)
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
