import type { Services } from '#server/platform/services.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'

/** The accounts elsewhere that sign a person in. */
export function personalIdentities({ database }: Pick<Services, 'database'>): PersonalData {
  return {
    async *rows(userId) {
      const rows = await database
        .selectFrom('identities')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute()
      for (const { issuer, subject, email, claims, created_at, used_at } of rows)
        yield {
          issuer,
          subject,
          email,
          groups: claims === null ? [] : JSON.parse(claims),
          connectedAt: new Date(created_at).toISOString(),
          lastUsedAt: used_at === null ? null : new Date(used_at).toISOString(),
        }
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('identities')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('identities').where('user_id', '=', userId).execute()
      await transaction.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
    },
  }
}
