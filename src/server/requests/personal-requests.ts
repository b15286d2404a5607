import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'
import { describeRequest } from './model/request-rows.ts'

/** The file requests of a person. Their uploads belong to the person's files. */
export function personalRequests(services: Pick<Services, 'database' | 'clock' | 'config'>): PersonalData {
  const { database } = services
  return {
    async *rows(userId) {
      const requests = inPages(database.selectFrom('requests').selectAll().where('owner_id', '=', userId))
      for await (const row of requests) yield await describeRequest(services, row)
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('requests')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId)
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('requests').where('owner_id', '=', userId).execute()
    },
  }
}
