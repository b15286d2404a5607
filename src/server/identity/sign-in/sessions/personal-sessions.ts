import type { Services } from '#server/platform/services.ts'
import type { PersonalData } from '../../personal-data/personal-data.ts'

/** Sessions of a person. */
export function personalSessions({ database, clock }: Pick<Services, 'database' | 'clock'>): PersonalData {
  return {
    async *rows(userId) {
      const sessions = await database
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute()
      for (const session of sessions) {
        yield {
          device: session.device,
          createdAt: new Date(session.created_at).toISOString(),
          lastUsedAt: new Date(session.last_used_at).toISOString(),
          expiresAt: new Date(session.idle_until).toISOString(),
          remembered: session.remembered === 1,
        }
      }
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('idle_until', '>', clock.now())
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute()
    },
  }
}
