import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'

/** The contacts that a person keeps. */
export function personalContacts({ database }: Pick<Services, 'database'>): PersonalData {
  return {
    async *rows(userId) {
      const contacts = inPages(database.selectFrom('contacts').selectAll().where('user_id', '=', userId))
      for await (const { id, name, email, phone, company, created_at } of contacts) {
        yield { id, name, email, phone, company, createdAt: new Date(created_at).toISOString() }
      }
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('contacts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('contacts').where('user_id', '=', userId).execute()
    },
  }
}
