import type { Preferences } from '#contract/accounts.ts'
import type { Services } from '#server/platform/services.ts'

/** Which mails a person wants. */
export async function findPreferences(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<Preferences> {
  const row = await database
    .selectFrom('users')
    .select(['wants_security', 'wants_notifications', 'wants_marketing'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    security: row.wants_security === 1,
    notifications: row.wants_notifications === 1,
    marketing: row.wants_marketing === 1,
  }
}
