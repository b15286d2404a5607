import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'

/** Notifications of a person about their files. */
export function personalNotifications({ database }: Pick<Services, 'database'>): PersonalData {
  return {
    async *rows(userId) {
      const notifications = inPages(
        database.selectFrom('notifications').selectAll().where('user_id', '=', userId),
      )
      for await (const { kind, filename, times, happened_at, read_at } of notifications) {
        yield {
          kind,
          filename,
          times,
          happenedAt: new Date(happened_at).toISOString(),
          readAt: read_at === null ? null : new Date(read_at).toISOString(),
        }
      }
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('notifications')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('notifications').where('user_id', '=', userId).execute()
    },
  }
}
