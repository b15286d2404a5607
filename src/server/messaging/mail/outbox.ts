import * as z from 'zod/mini'
import { newId } from '#crypto/random-id.ts'
import { foldName } from '#server/identity/accounts/account-rules.ts'
import { hashAddress } from '#server/identity/addresses/address-hash.ts'
import type { Database, MailOutboxRow } from '#server/platform/database/database.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import type { Services } from '#server/platform/services.ts'
import type { MailContent } from './lay-out-mail.ts'

/** The kind of mails that bring recipients their own links: the link says what became of the latest. */
export const recipientMail = 'recipient-link'

/** A mail that is to leave. */
export type NewMail = MailContent & {
  /** What it is about, for the log. */
  readonly kind: string
  readonly to: string
  /** Who sends it, as the mail says; undefined for the service itself. */
  readonly sender?: string | undefined
  /** When that happened; milliseconds since 1970. */
  readonly at: number
  /** The transfer that it is about, and the link that it brings: ended or revoked before it leaves, the mail is dropped. */
  readonly transferId?: string | null
  readonly linkId?: string | null
}

const sealedMail = z.object({
  to: z.string(),
  sender: z.optional(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  stopUrl: z.optional(z.string()),
})
export type SealedMail = z.infer<typeof sealedMail>

/** Puts a mail into the outbox. Within a transaction it leaves with what the transaction does, or not at all. */
export async function queueMail(
  { clock, keyRing }: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  { kind, to, sender, at, transferId, linkId, subject, text, html, stopUrl }: NewMail,
): Promise<void> {
  const id = newId()
  const recipient = await transaction
    .selectFrom('users')
    .select('id')
    .where('email_folded', '=', foldName(to))
    .executeTakeFirst()
  const record: SealedMail = { to, sender, subject, text, html, stopUrl }
  await transaction
    .insertInto('mail_outbox')
    .values({
      id,
      kind,
      user_id: recipient?.id ?? null,
      transfer_id: transferId ?? null,
      link_id: linkId ?? null,
      address_hash: await hashAddress(transaction, 'stop list', to),
      ...sealRecord(keyRing, `mail ${id}`, record),
      queued_at: at,
      not_before: clock.now(),
      tries: 0,
    })
    .execute()
}

/** What the outbox holds of a mail. @throws MasterKeysInvalid, ContentDamaged, ZodError */
export function openMail(
  { keyRing }: Pick<Services, 'keyRing'>,
  { id, kid, sealed }: Pick<MailOutboxRow, 'id' | 'kid' | 'sealed'>,
): SealedMail {
  return sealedMail.parse(openRecord(keyRing, `mail ${id}`, { kid, sealed }))
}
