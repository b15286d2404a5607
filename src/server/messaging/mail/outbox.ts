import * as z from 'zod/mini'
import { newId } from '#crypto/random-id.ts'
import { foldName } from '#server/identity/accounts/account-rules.ts'
import { hashAddress } from '#server/identity/addresses/address-hash.ts'
import type { Database, MailOutboxRow } from '#server/platform/database/database.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import type { Services } from '#server/platform/services.ts'
import type { MailContent } from './lay-out-mail.ts'

/** The kind of mails that bring recipients their own links: the link says what became of the latest, which alone is of this kind. */
export const recipientMail = 'recipient-link'
/** Kind that earlier mails become, as all others with a link: their state is not tracked. */
const earlierMail = 'file-shared'

/** A mail that is to leave. */
type NewMail = MailContent & {
  /** Kind of the mail, for the log. */
  readonly kind: string
  readonly to: string
  /** Sender as named in the mail; undefined for the service itself. */
  readonly sender?: string | undefined
  /** Address that answers go to. */
  readonly replyTo?: string | undefined
  /** When that happened; milliseconds since 1970. */
  readonly at: number
  /** The account that it is about: when that is gone, so is the mail. Else, and where it is null, the one with this address counts. */
  readonly userId?: string | null
  /** The transfer that it is about, and the link that it brings: ended or revoked before it leaves, the mail is dropped. */
  readonly transferId?: string | null
  readonly linkId?: string | null
}

const sealedMail = z.object({
  to: z.string(),
  sender: z.optional(z.string()),
  replyTo: z.optional(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  stopUrl: z.optional(z.string()),
})
type SealedMail = z.infer<typeof sealedMail>

/**
 * Puts a mail into the outbox. Within a transaction it leaves only if that commits. A mail with a recipient's link supersedes
 * waiting ones with the same link.
 */
export async function queueMail(
  { clock, keyRing }: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  { kind, to, sender, replyTo, at, userId = null, transferId = null, linkId = null, ...mail }: NewMail,
): Promise<void> {
  const account = await findAccount(transaction, userId === null ? { to } : { userId })
  if (userId !== null && account === null) return
  const id = newId()
  if (kind === recipientMail)
    await transaction
      .updateTable('mail_outbox')
      .set({ kind: earlierMail })
      .where('transfer_id', '=', transferId)
      .where('link_id', '=', linkId)
      .where('kind', '=', recipientMail)
      .execute()
  const { subject, text, html, stopUrl } = mail
  const record: SealedMail = { to, sender, replyTo, subject, text, html, stopUrl }
  await transaction
    .insertInto('mail_outbox')
    .values({
      id,
      kind,
      user_id: account,
      transfer_id: transferId,
      link_id: linkId,
      address_hash: await hashAddress(transaction, 'stop list', to),
      ...sealRecord(keyRing, `mail ${id}`, record),
      queued_at: at,
      not_before: clock.now(),
      tries: 0,
    })
    .execute()
}

async function findAccount(
  transaction: Database,
  by: { readonly to: string } | { readonly userId: string },
): Promise<string | null> {
  const account = await transaction
    .selectFrom('users')
    .select('id')
    .where((query) =>
      'to' in by ? query('email_folded', '=', foldName(by.to)) : query('id', '=', by.userId),
    )
    .executeTakeFirst()
  return account?.id ?? null
}

/** Opens a mail of the outbox. @throws MasterKeysInvalid, ContentDamaged, ZodError */
export function openMail(
  { keyRing }: Pick<Services, 'keyRing'>,
  { id, kid, sealed }: Pick<MailOutboxRow, 'id' | 'kid' | 'sealed'>,
): SealedMail {
  return sealedMail.parse(openRecord(keyRing, `mail ${id}`, { kid, sealed }))
}
