import type { ScanVerdict } from '#contract/transfers/files.ts'
import { newLifeKey, sealLifeKey } from '#crypto/keys/transfer-key.ts'
import { newSecret } from '#crypto/random-id.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import { assertNotSuspended } from '#server/identity/principals/upload-suspension.ts'
import { findMlKemPairById } from '#server/keys/key-pairs.ts'
import type { Database, LinksRow } from '#server/platform/database/database.ts'
import { DatabaseUnavailable } from '#server/platform/database/database-failure.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { SentLink } from '#server/schema/event-kinds.ts'
import { dayOf, obtainDayKey } from '../keys/day-keys.ts'
import { manageTokenHash } from '../model/manage-token.ts'
import { foldTransferName } from '../model/name-files.ts'
import { newLink, newRecipientLink } from '../model/new-link.ts'
import { announcedTransfer, recordTransferEvent } from '../model/transfer-events.ts'
import {
  findTransfer,
  insertTransfer,
  type NewTransfer,
  type StoredSegment,
} from '../model/transfers-table.ts'
import { leaveOutStopped } from '../sender/leave-out-stopped.ts'
import { consumeMailLimits, refundMailLimits } from '../sender/mail-limits.ts'
import type { Sender } from '../sender/sender.ts'
import type { TransferOptions } from '../sender/transfer-options.ts'
import { receiveForRequest, uploaderColumns } from '../sender/visitors/receive-for-request.ts'
import { visitorReplyOf } from '../sender/visitors/visitor-reply.ts'
import { assertStorage, releaseClaim } from './claims/claim-rows.ts'
import { sealSlots } from './seal-slots.ts'
import { type UploadResult, uploadReplyOf } from './upload-reply.ts'

/** Content that is sealed and durable, and needs only its rows to be a transfer. */
export type StoredContent = {
  readonly transferId: string
  readonly transferKey: Uint8Array
  readonly fileId: string
  readonly filename: string
  readonly mimeType: string
  /** When it was modified, as its sender says; of several files each has its own time. */
  readonly modified?: number | undefined
  /** In order; together they are the content. */
  readonly segments: readonly StoredSegment[]
  /** Whether the table has the segments already, as it has those of a resumable upload. */
  readonly segmentsStored: boolean
  /** Parts kept beside the content: the list of an archive's members, and thumbnails. */
  readonly parts?: readonly StoredSegment[]
  readonly scan: ScanVerdict
  readonly sender: Sender
  /** Files that went in, and their bytes before packing. */
  readonly uploaded: number
  readonly originalSize: number
  readonly packed: boolean
  /** The first files by name, as they came. */
  readonly listing: readonly { readonly filename: string; readonly size: number }[]
  /** The claim that the upload holds until now. */
  readonly claimId: string | null
  /** Made here unless the upload has one of its own. */
  readonly manageToken?: string
}

/** Work that must happen together with the rows, in their transaction. */
export type Settle = (transaction: Database, reply: UploadResult) => Promise<void>

/** A transfer that is ready to be committed. */
export type PreparedTransfer = {
  readonly content: StoredContent
  readonly options: TransferOptions
  readonly rows: NewTransfer
  readonly reply: UploadResult
}

/**
 * Wraps the key of stored content for all who may open it, and consumes what its mails take. Nothing is written yet.
 * @throws Failure RATE_LIMITED, PasswordWorkRefused
 */
export async function prepareTransfer(
  services: Services,
  content: StoredContent,
  options: TransferOptions,
): Promise<PreparedTransfer> {
  const manageToken = content.manageToken ?? newSecret()
  const rows = await buildRows(services, content, options, manageToken)
  await consumeMailLimits(services, content.sender, addressesOf(options))
  return { content, options, rows, reply: replyOf(services, content, options, rows, manageToken) }
}

/**
 * Inserts the rows of a prepared transfer: from then on it exists. When the answer to the commit is lost, the table is
 * asked; where that says nothing either, the error is the database's, and nothing may be deleted.
 * @throws Failure STORAGE_QUOTA_EXCEEDED, UPLOADS_SUSPENDED, KEY_NOT_FOUND, INVALID_TOKEN, REQUEST_FULL, REQUEST_CLOSED, after which
 *   nothing was written
 */
export async function commitTransfer(
  services: Services,
  prepared: PreparedTransfer,
  settle?: Settle,
): Promise<UploadResult> {
  const { content, options, rows, reply } = prepared
  try {
    await insertRows(services, prepared, settle)
  } catch (error) {
    if (error instanceof Failure || !(await isStored(services, rows.transfer.id))) {
      await refundMailLimits(services, content.sender, addressesOf(options))
      // The key pair may have been deleted a moment ago. Then that is the reason, but not of a commit whose answer was lost.
      if (options.pair && !(error instanceof DatabaseUnavailable))
        await findMlKemPairById(services.database, options.pair.id)
      throw error
    }
  }
  services.meter.uploaded(rows.transfer.size)
  if (options.announcements.length > 0 || content.sender.visitor) services.dispatcher.wake()
  return reply
}

function addressesOf({ announcements }: TransferOptions): string[] {
  return announcements.map(({ email }) => email)
}

async function buildRows(
  services: Services,
  content: StoredContent,
  options: TransferOptions,
  manageToken: string,
): Promise<NewTransfer> {
  const { transferId, transferKey, fileId, filename, segments, sender } = content
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const now = services.clock.now()
  const expiresAt = now + options.lifetime
  const day = dayOf(expiresAt)
  const dayKey = await obtainDayKey(services, day)
  const lifeKey = newLifeKey()
  const main = newLink(transferId, { limit: options.downloadLimit, now })
  return {
    transfer: {
      id: transferId,
      owner_id: userIdOf(sender.principal),
      name: filename,
      name_folded: foldTransferName(filename),
      title: options.title ?? null,
      sender_name: options.senderName ?? null,
      message: options.description ?? null,
      state: 'ready',
      encryption_method: options.method,
      password_protected: options.password === undefined ? 0 : 1,
      delete_after_download: options.deleteAfterDownload ? 1 : 0,
      size,
      file_count: content.uploaded,
      next_position: 1,
      downloads: 0,
      created_at: now,
      expires_at: expiresAt,
      key_day: day,
      sealed_life_key: sealLifeKey(lifeKey, dayKey, { day, transferId }),
      manage_token_hash: manageTokenHash(manageToken),
      version: 1,
      held_until: null,
      ended_at: null,
      ended_as: null,
      cleared: 0,
      ...uploaderColumns(sender.visitor),
    },
    files: [
      {
        id: fileId,
        transfer_id: transferId,
        position: 0,
        filename,
        mime_type: content.mimeType,
        size,
        original_size: content.originalSize,
        packed: content.packed ? 1 : 0,
        file_count: content.uploaded,
        scan: content.scan,
        modified_at: content.modified ?? null,
      },
    ],
    slots: await sealSlots({ transferId, transferKey, lifeKey }, options, services.config.passwordCosts.file),
    links: [
      main,
      ...options.announcements.flatMap((one) => (one.ownLink ? [newRecipientLink(main, one)] : [])),
    ],
    content: [...(content.segmentsStored ? [] : segments), ...(content.parts ?? [])],
  }
}

async function insertRows(
  services: Services,
  prepared: PreparedTransfer,
  settle: Settle | undefined,
): Promise<void> {
  const { content, reply } = prepared
  const { sender, claimId } = content
  const { transfer, links } = prepared.rows
  const about = { transferId: transfer.id, userId: transfer.owner_id, linkId: links[0].id }
  await transact(services.database, async (transaction) => {
    const { options, rows, recordLeftOut } = await leaveOutStopped(services, transaction, prepared)
    if (claimId !== null) await releaseClaim(transaction, claimId)
    // guard: storage of an account at the commit -> tests/http/downloads/own-files.test.ts "of uploads at the same time"
    await assertStorage(services, transaction, sender, transfer.size)
    await assertNotSuspended(
      { ...services, database: transaction },
      transfer.owner_id,
      networkOf(sender.address),
    )
    await insertTransfer(transaction, rows)
    await receiveForRequest(services, transaction, { content, options, transfer })
    await recordTransferEvent(transaction, {
      transferId: transfer.id,
      at: transfer.created_at,
      kind: 'created',
      network: networkOf(sender.address),
    })
    await recordLeftOut()
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
  })
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

function replyOf(
  { config }: Services,
  { uploaded, packed, originalSize, filename, sender, listing }: StoredContent,
  { pair }: TransferOptions,
  { transfer, links }: NewTransfer,
  manageToken: string,
): UploadResult {
  if (sender.visitor)
    return visitorReplyOf({
      transferId: transfer.id,
      files: [...listing],
      fileCount: uploaded,
      size: originalSize,
      receivedAt: transfer.created_at,
    })
  return uploadReplyOf(config.publicUrl, {
    message: uploaded === 1 ? 'File uploaded.' : `${uploaded} files uploaded.`,
    filename,
    packed,
    uploaded,
    size: transfer.size,
    originalSize,
    transfer,
    linkId: links[0].id,
    pair,
    manageToken,
  })
}
