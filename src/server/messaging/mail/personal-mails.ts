import type { PersonalData } from '#server/identity/privacy/personal-data.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'
import { openMail } from './outbox.ts'

/** Mails to a person that have not left yet, and what they will be mailed about. */
export function personalMails({ database, keyRing }: Pick<Services, 'database' | 'keyRing'>): PersonalData {
  return {
    async *rows(userId) {
      const mails = database.selectFrom('mail_outbox').selectAll().where('user_id', '=', userId)
      for await (const mail of inPages(mails)) {
        const { to, subject } = openMail({ keyRing }, mail)
        const { kind, queued_at } = mail
        yield { kind, recipient: to, subject, queuedAt: new Date(queued_at).toISOString() }
      }
    },
    async count(userId) {
      const { count } = await database
        .selectFrom('mail_outbox')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return count
    },
    async erase(transaction, userId) {
      await transaction.deleteFrom('events').where('user_id', '=', userId).execute()
      await transaction.deleteFrom('mail_outbox').where('user_id', '=', userId).execute()
    },
  }
}
