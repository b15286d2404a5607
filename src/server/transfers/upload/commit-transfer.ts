import { assertNotSuspended } from '#server/identity/principals/upload-suspension.ts'
import { findMlKemPairById } from '#server/keys/key-pairs.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import type { Database, LinksRow } from '#server/platform/database/database.ts'
import { DatabaseUnavailable } from '#server/platform/database/database-failure.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { SentLink } from '#server/schema/event-kinds.ts'
import { announceRow } from '../model/announce-transfers.ts'
import { removeArrival } from '../model/arrivals/arrival-rows.ts'
import { announcedTransfer, recordTransferEvent, recordTransferEvents } from '../model/transfer-events.ts'
import { findTransfer, insertTransfer } from '../model/transfers-table.ts'
import { forgetRecipientLimit, lockAndFindStopped, refundMailLimits } from '../sender/mail-limits.ts'
import type { TransferOptions } from '../sender/transfer-options.ts'
import { receiveForRequest } from '../sender/visitors/receive-for-request.ts'
import { assertStorage, releaseClaim } from './claims/claim-rows.ts'
import { lockTotal } from './claims/storage-total.ts'
import { addressesOf, type PreparedTransfer, type UploadResult } from './prepare-transfer.ts'

/** Work that must happen together with the rows, in their transaction. */
export type Settle = (transaction: Database, reply: UploadResult) => Promise<void>

/**
 * Inserts the rows of a prepared transfer: from then on it exists. When the answer to the commit is lost, the table is
 * asked; where that says nothing either, the error is the database's, and nothing may be deleted.
 * @throws Failure STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, UPLOADS_SUSPENDED, KEY_NOT_FOUND, INVALID_TOKEN, REQUEST_FULL,
 *   REQUEST_CLOSED, after which nothing was written
 */
export async function commitTransfer(
  services: Services,
  prepared: PreparedTransfer,
  settle?: Settle,
): Promise<UploadResult> {
  const { content, options, rows, reply } = prepared
  let isAnnounced = false
  try {
    isAnnounced = await insertRows(services, prepared, settle)
  } catch (error) {
    if (error instanceof Failure || !(await isStored(services, rows.transfer.id))) {
      await refundMailLimits(services, content.sender, addressesOf(options))
      // The key pair may have been deleted a moment ago. Then that is the reason, but not of a commit whose answer was lost.
      if (options.pair && !(error instanceof DatabaseUnavailable))
        await findMlKemPairById(services.database, options.pair.id)
      throw error
    }
  }
  for (const { content: small } of rows.content) if (small) releaseBuffer(small)
  services.meter.uploaded(rows.transfer.size)
  if (isAnnounced || options.announcements.length > 0 || content.sender.visitor) services.dispatcher.wake()
  return reply
}

async function insertRows(
  services: Services,
  prepared: PreparedTransfer,
  settle: Settle | undefined,
): Promise<boolean> {
  const { content, reply } = prepared
  const { sender, claimId } = content
  const { transfer, links } = prepared.rows
  const about = { transferId: transfer.id, userId: transfer.owner_id, linkId: links[0].id }
  return transact(services.database, async (transaction) => {
    // Recipients who have stopped mails, or had their address erased, since they were named: nothing is written down of them.
    const named = addressesOf(prepared.options)
    const dropped = named.length > 0 ? await lockAndFindStopped(services, transaction, named) : []
    const { options, rows } = withoutRecipients(prepared, dropped)
    if (claimId !== null) await releaseClaim(transaction, claimId)
    // guard: storage of an account at the commit -> tests/http/downloads/own-files.test.ts "of uploads at the same time"
    await assertStorage(services, transaction, sender, transfer.size)
    await assertNotSuspended(
      { ...services, database: transaction },
      transfer.owner_id,
      networkOf(sender.address),
    )
    await insertTransfer(transaction, rows)
    if (content.linkId !== undefined) await removeArrival(transaction, content.linkId)
    if (sender.visitor)
      await receiveForRequest(services, transaction, sender.visitor, { content, options, transfer })
    await recordTransferEvent(transaction, {
      transferId: transfer.id,
      at: transfer.created_at,
      kind: 'created',
      network: networkOf(sender.address),
    })
    if (dropped.length > 0) await recordDropped(services, transaction, transfer.id, dropped)
    if (options.announcements.length > 0)
      await appendEvent(transaction, services, {
        kind: 'transfer.created',
        payload: {
          transfer: announcedTransfer(transfer),
          announcements: announcementsOf(options, rows.links),
          timeZone: options.timeZone,
        },
        ...about,
      })
    await settle?.(transaction, reply)
    const isAnnounced =
      sender.visitor !== undefined ||
      (await announceRow(services, transaction, 'transfer.created', transfer, {
        limit: links[0].download_limit,
      }))
    await lockTotal({ ...services, database: transaction })
    return isAnnounced
  })
}

/** Options and rows without these recipients. */
function withoutRecipients({ options, rows }: PreparedTransfer, dropped: readonly string[]) {
  const [main, ...own] = rows.links
  const announcements = options.announcements.filter(({ email }) => !dropped.includes(email))
  const links = own.filter(({ recipient }) => !dropped.includes(recipient ?? ''))
  return { options: { ...options, announcements }, rows: { ...rows, links: [main, ...links] as const } }
}

async function recordDropped(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  transferId: string,
  dropped: readonly string[],
): Promise<void> {
  const event = { transferId, at: clock.now(), kind: 'recipient-forgotten' } as const
  await recordTransferEvents(
    transaction,
    dropped.map(() => event),
  )
  for (const address of dropped) await forgetRecipientLimit(transaction, address.toLowerCase())
}

/** One mail for each address, with its own link if it has one, and what was said for all where nothing was said for it. */
function announcementsOf(
  { announcements, senderName, description }: TransferOptions,
  links: readonly LinksRow[],
): SentLink[] {
  return announcements.map(({ email, language, needsCode, ...said }) => ({
    email,
    language,
    needsCode,
    linkId: links.find(({ recipient }) => recipient === email)?.id,
    senderName: said.senderName || senderName,
    message: said.message || description,
  }))
}

/** Asks the table after a commit whose answer was lost. A table that cannot be asked says nothing. */
async function isStored({ database, log }: Services, transferId: string): Promise<boolean> {
  try {
    return (await findTransfer(database, transferId)) !== undefined
  } catch (error) {
    log.warn({ err: error }, 'it is unknown whether an upload was committed')
    return false
  }
}
