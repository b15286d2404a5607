import type { PersonalData } from '#server/identity/privacy/personal-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** Mails to a person that have not left yet. */
export function personalMails({ database }: Pick<Services, 'database'>): PersonalData {
  function addressOf(at: Database, userId: string) {
    return at.selectFrom('users').select('email').where('id', '=', userId)
  }
  return {
    async *rows(userId) {
      const mails = await database
        .selectFrom('mail_outbox')
        .select(['kind', 'recipient', 'subject', 'queued_at'])
        .where('recipient', '=', addressOf(database, userId))
        .orderBy('queued_at')
        .execute()
      for (const { kind, recipient, subject, queued_at } of mails) {
        yield { kind, recipient, subject, queuedAt: new Date(queued_at).toISOString() }
      }
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('mail_outbox')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('recipient', '=', addressOf(database, userId))
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction
        .deleteFrom('mail_outbox')
        .where('recipient', '=', addressOf(transaction, userId))
        .execute()
    },
  }
}
