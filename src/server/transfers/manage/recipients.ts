import type { AddRecipientRequest } from '#contract/transfers/recipients.ts'
import { assertNotStopped } from '#server/identity/consents/stop-list.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import type { Database, LinksRow, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { languageBesideOlder } from '#server/platform/locks/language-beside-older.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import type { SentLink } from '#server/schema/event-kinds.ts'
import { announcedTransfer, recordTransferEvent } from '../model/transfer-events.ts'
import { newRecipientLink } from '../model/transfer-links.ts'
import {
  assertMailServer,
  assertRecipientDomain,
  consumeMailLimits,
  lockAndFindStopped,
  refundMailLimits,
} from '../sender/mail-limits.ts'
import type { Sender } from '../sender/sender.ts'
import { chosenDownloads } from '../upload/upload-options.ts'
import { changeTransfer, type LockedTransfer } from './change-transfer.ts'
import type { Managed } from './find-managed.ts'
import { assertRoomForLink, findLink, limitOf } from './managed-links.ts'

const act = 'file.links-changed'
const DAY = 24 * 60 * 60_000
/** How often one link is mailed again. */
const reminders = { burst: 3, interval: DAY / 3 }

/** The manager who changes the recipients of a transfer, and the version that they have seen. */
type By = { readonly managed: Managed; readonly sender: Sender; readonly seen: number | undefined }

/**
 * Mails a transfer to one more person, with a link of their own that has the limit of the main one. @returns its row
 * @throws Failure NO_MAIL_SERVER, MAIL_STOPPED, RATE_LIMITED, RECIPIENT_EXISTS, TOO_MANY_RECIPIENTS, TOO_MANY_LINKS, and as
 *   changeTransfer does; then nothing was mailed
 */
export async function addRecipient(
  services: Services,
  by: By,
  { email, language: asked, message, needsCode }: AddRecipientRequest,
): Promise<LinksRow> {
  const language = await languageBesideOlder(services, asked)
  return mailRecipient(services, by, email, async (transaction, locked) => {
    const { transfer, owner, now } = locked
    const policy = policyFor(owner, services.config)
    const { ownLinks, codesAlways } = policy
    assertRecipientDomain(email, policy)
    await assertRoomForRecipient(transaction, transfer.id, email, ownLinks)
    await assertRoomForLink(transaction, transfer.id)
    const { download_limit } = await transaction
      .selectFrom('links')
      .select('download_limit')
      .where('transfer_id', '=', transfer.id)
      .where('kind', '=', 'main')
      .executeTakeFirstOrThrow()
    const main = {
      transfer_id: transfer.id,
      download_limit: chosenDownloads(limitOf(locked, download_limit), policy),
      created_at: now,
    }
    const link = newRecipientLink(main, { email, language, needsCode: needsCode || codesAlways })
    await transaction.insertInto('links').values(link).execute()
    await record(transaction, by, locked, link, 'link-added')
    await announce(services, transaction, transfer, link, { message, isReminder: false })
    return link
  })
}

/**
 * Mails a recipient their link again. @returns its row
 * @throws Failure LINK_NOT_FOUND, LINK_REVOKED, LINK_USED_UP, LINK_EXPIRED, NO_MAIL_SERVER, MAIL_STOPPED, RATE_LIMITED, and as
 *   changeTransfer does
 */
export async function remindRecipient(services: Services, by: By, linkId: string): Promise<LinksRow> {
  const { transfer } = by.managed
  const { recipient } = await findLink(services.database, transfer.id, linkId)
  if (recipient === null) throw new Failure('LINK_NOT_FOUND')
  return mailRecipient(services, by, recipient, async (transaction, locked) => {
    const link = await findLink(transaction, locked.transfer.id, linkId)
    assertUsable(link, locked.now)
    await consumeRateLimit({ ...services, database: transaction }, `remind ${linkId}`, reminders)
    const mailed = 'queued'
    await transaction.updateTable('links').set({ mailed }).where('id', '=', linkId).execute()
    await record(transaction, by, locked, link, 'link-sent')
    await announce(services, transaction, locked.transfer, link, { isReminder: true })
    return { ...link, mailed }
  })
}

/** Changes a transfer and mails one person, or does neither. */
async function mailRecipient(
  services: Services,
  { managed, sender, seen }: By,
  email: string,
  work: (transaction: Database, locked: LockedTransfer) => Promise<LinksRow>,
): Promise<LinksRow> {
  assertMailServer(services.config)
  await assertNotStopped(services.database, [email])
  await consumeMailLimits(services, sender, [email])
  try {
    const link = await transact(services.database, async (transaction) => {
      // Checks again: the address may be erased at this moment, and is not written down after that.
      const stopped = await lockAndFindStopped(services, transaction, [email])
      if (stopped.length > 0) throw new Failure('MAIL_STOPPED', { details: email })
      return changeTransfer({ ...services, database: transaction }, managed, { act, seen }, work)
    })
    services.dispatcher.wake()
    return link
  } catch (error) {
    await refundMailLimits(services, sender, [email])
    throw error
  }
}

/**
 * Checks that the transfer may have this recipient; revoked ones do not count. @throws Failure RECIPIENT_EXISTS,
 * TOO_MANY_RECIPIENTS
 */
async function assertRoomForRecipient(
  transaction: Database,
  transferId: string,
  email: string,
  most: number,
): Promise<void> {
  const recipients = await transaction
    .selectFrom('links')
    .select('recipient')
    .where('transfer_id', '=', transferId)
    .where('kind', '=', 'recipient')
    .where('revoked_at', 'is', null)
    .execute()
  if (recipients.some(({ recipient }) => recipient?.toLowerCase() === email.toLowerCase()))
    throw new Failure('RECIPIENT_EXISTS')
  if (recipients.length >= most) throw new Failure('TOO_MANY_RECIPIENTS')
}

/** @throws Failure LINK_REVOKED, LINK_USED_UP, LINK_EXPIRED */
function assertUsable(link: LinksRow, now: number): void {
  if (link.revoked_at !== null) throw new Failure('LINK_REVOKED')
  if (link.download_limit !== null && link.downloads >= link.download_limit) throw new Failure('LINK_USED_UP')
  if (link.expires_at !== null && link.expires_at <= now) throw new Failure('LINK_EXPIRED')
}

async function record(
  transaction: Database,
  { managed: { network } }: By,
  { transfer, now }: LockedTransfer,
  { id }: LinksRow,
  kind: 'link-added' | 'link-sent',
): Promise<void> {
  await recordTransferEvent(transaction, { transferId: transfer.id, at: now, network, linkId: id, kind })
}

function announce(
  services: Services,
  transaction: Database,
  transfer: TransfersRow,
  link: LinksRow,
  { message, isReminder }: Pick<SentLink, 'message' | 'isReminder'>,
): Promise<void> {
  const announcement = {
    email: link.recipient ?? '',
    language: link.language ?? undefined,
    message: message || (transfer.message ?? undefined),
    senderName: transfer.sender_name ?? undefined,
    needsCode: link.needs_code === 1,
    linkId: link.id,
    isReminder,
  }
  return appendEvent(transaction, services, {
    kind: 'link.sent',
    payload: { transfer: announcedTransfer(transfer, link), announcements: [announcement] },
    userId: transfer.owner_id,
    transferId: transfer.id,
    linkId: link.id,
  })
}
