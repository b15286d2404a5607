import type { Profile } from '#contract/accounts.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { storageUsed } from './storage-used.ts'
import { userOf } from './user-of.ts'

/** What a person's own profile shows. @throws Failure INVALID_TOKEN when the account has just been erased */
export async function findProfile(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
): Promise<Profile> {
  const row = await database.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw new Failure('INVALID_TOKEN')
  return {
    ...userOf(row),
    createdAt: new Date(row.created_at).toISOString(),
    storageUsed: await storageUsed(database, userId, clock.now()),
    storageLimit: row.storage_limit,
  }
}
