import { newId } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { MailContent } from './lay-out-mail.ts'

/** A mail that is to leave. */
export type NewMail = MailContent & {
  /** What it is about, for the log. */
  readonly kind: string
  readonly to: string
  /** The file that it is about: when that ends first, the mail is dropped. */
  readonly fileId?: string
}

/**
 * Puts a mail into the outbox. Within a transaction it leaves with what the transaction does, or not at all. Call
 * deliverSoon once that is committed.
 * @param now milliseconds since 1970
 */
export async function queueMail(database: Database, mail: NewMail, now: number): Promise<void> {
  await database
    .insertInto('mail_outbox')
    .values({
      id: newId(),
      kind: mail.kind,
      recipient: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      file_id: mail.fileId ?? null,
      queued_at: now,
      not_before: now,
      tries: 0,
    })
    .execute()
}
