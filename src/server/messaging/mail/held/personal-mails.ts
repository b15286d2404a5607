import { hashAddress } from '#server/identity/addresses/address-hash.ts'
import { eraseConfirmed } from '#server/identity/addresses/confirmed-addresses.ts'
import type { PersonalData } from '#server/identity/personal-data/personal-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import type { Services } from '#server/platform/services.ts'
import { openMail } from '../outbox.ts'
import { findSentMails } from '../sent-mails.ts'
import { eraseFromTexts } from './erase-from-texts.ts'

/** More mails to one address than its limits let through in the time for which they are remembered. */
const maxSent = 100_000

/** Mails to a person: those that have not left yet and what they will be mailed about, and those of the last weeks. */
export function personalMails(services: Pick<Services, 'database' | 'keyRing' | 'log'>): PersonalData {
  const { database, keyRing } = services
  return {
    async *rows(userId) {
      const mails = database.selectFrom('mail_outbox').selectAll().where('user_id', '=', userId)
      for await (const mail of inPages(mails)) {
        const { to, subject } = openMail({ keyRing }, mail)
        const { kind, queued_at } = mail
        yield { kind, recipient: to, subject, queuedAt: new Date(queued_at).toISOString() }
      }
      for (const sent of await findSentMails(database, await hashOf(database, userId), maxSent)) {
        const { kind, sender, transfer_id, sent_at } = sent
        yield { kind, sender, reference: transfer_id, sentAt: new Date(sent_at).toISOString() }
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
      const { email } = await transaction
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const hash = await hashAddress(transaction, 'stop list', email)
      await transaction.deleteFrom('sent_mails').where('address_hash', '=', hash).execute()
      await eraseConfirmed(transaction, hash)
      await eraseFromTexts(services, transaction, { address: email, hash })
    },
  }
}

async function hashOf(database: Database, userId: string): Promise<Buffer> {
  const { email } = await database
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return hashAddress(database, 'stop list', email)
}
