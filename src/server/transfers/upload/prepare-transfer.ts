import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import type { ScanVerdict, UploadReply } from '#contract/transfers/files.ts'
import { newLifeKey, sealLifeKey } from '#crypto/keys/transfer-key.ts'
import { newSecret } from '#crypto/random-id.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import type {
  EndToEndSlotsRow,
  MlKemPairsRow,
  SlotsRow,
  TransfersRow,
} from '#server/platform/database/database.ts'
import { languageBesideOlder } from '#server/platform/locks/language-beside-older.ts'
import type { Services } from '#server/platform/services.ts'
import { dayOf, obtainDayKey } from '../keys/day-keys.ts'
import { receiptOf, sealSlots } from '../keys/slots.ts'
import { foldTransferName } from '../model/name-files.ts'
import {
  downloadUrl,
  manageTokenHash,
  newLink,
  newRecipientLink,
  secretLinks,
} from '../model/transfer-links.ts'
import type { NewTransfer, StoredSegment } from '../model/transfers-table.ts'
import { consumeMailLimits } from '../sender/mail-limits.ts'
import type { Sender } from '../sender/sender.ts'
import type { TransferOptions } from '../sender/transfer-options.ts'
import { visitorReplyOf } from '../sender/visitors/visitor-reply.ts'
import type { DescribedContent } from './incoming-content.ts'

/** Result of an upload: with the links for a sender, without them for the visitor of a request. */
export type UploadResult = Omit<UploadReply, 'success'> | Omit<VisitorUploadReply, 'success'>

/** Content that is sealed and durable, and needs only its rows to be a transfer. */
type StoredContent = {
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
  /** Id of the main link, if it was given out before. */
  readonly linkId?: string | undefined
  /** Made here unless the upload has one of its own. */
  readonly manageToken?: string | undefined
}

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
  const recipients = addressesOf(options)
  if (recipients.length > 0) await consumeMailLimits(services, content.sender, recipients)
  return { content, options, rows, reply: resultOf(services, content, options, rows, manageToken) }
}

export function addressesOf({ announcements }: TransferOptions): string[] {
  return announcements.map(({ email }) => email)
}

async function buildRows(
  services: Services,
  content: StoredContent,
  options: TransferOptions,
  manageToken: string,
): Promise<NewTransfer> {
  const { transferId, transferKey, fileId, segments, sender } = content
  // Its name says nothing, and must not be shown as one.
  const filename = options.sealed ? '' : content.filename
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const now = services.clock.now()
  const expiresAt = now + options.lifetime
  const day = dayOf(expiresAt)
  const dayKey = await obtainDayKey(services, day)
  const lifeKey = newLifeKey()
  const slots = await sealSlots(
    { transferId, transferKey, lifeKey },
    options,
    services.config.passwordCosts.file,
  )
  const main = newLink(transferId, { limit: options.downloadLimit, now, id: content.linkId })
  const recipients = await Promise.all(
    options.announcements
      .filter(({ ownLink }) => ownLink)
      .map(async (one) => ({ ...one, language: await languageBesideOlder(services, one.language) })),
  )
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
      password_protected: hasPassword(options) ? 1 : 0,
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
      ...uploaderColumns(sender),
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
    slots,
    endToEndSlot: endToEndSlotOf(options, slots),
    links: [main, ...recipients.map((one) => newRecipientLink(main, one))],
    content: [...(content.segmentsStored ? [] : segments), ...(content.parts ?? [])],
  }
}

function hasPassword({ password, passwordHash, sealed }: TransferOptions): boolean {
  return password !== undefined || passwordHash !== undefined || sealed?.head.password !== undefined
}

/** The slot of its sender goes with the server's own. */
function endToEndSlotOf(
  { sealed }: TransferOptions,
  [own]: readonly SlotsRow[],
): EndToEndSlotsRow | undefined {
  return sealed && own && { slot_id: own.id, sealed: sealed.bytes, proof_hash: sealed.proofHash }
}

/** Columns of a transfer about the visitor who sent it. */
function uploaderColumns({ visitor }: Sender) {
  const { requestId = null, name = null, email = null, visitor: hash } = visitor?.ticket ?? {}
  return {
    request_id: requestId,
    uploader_name: name,
    uploader_email: email,
    visitor_hash: hash === undefined ? null : Buffer.from(hash, 'base64url'),
  }
}

function resultOf(
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

type Sent = Pick<DescribedContent, 'filename' | 'packed' | 'uploaded'> & {
  readonly message: string
  /** Bytes as stored, and before packing. */
  readonly size: number
  readonly originalSize: number
  readonly transfer: TransfersRow
  /** The id of the main link. */
  readonly linkId: string
  readonly pair: Pick<MlKemPairsRow, 'public_key'> | undefined
  /** Without it the links come without their secrets. */
  readonly manageToken?: string
}

/** The answer to an upload: of the file that was sent, and the links of its transfer. */
export function uploadReplyOf(publicUrl: string, sent: Sent): Omit<UploadReply, 'success'> {
  const { message, filename, packed, uploaded, size, originalSize, transfer, linkId, pair, manageToken } =
    sent
  const { manageUrl, deletionUrl } = secretLinks(publicUrl, linkId, manageToken)
  return {
    message,
    file: {
      id: linkId,
      downloadUrl: downloadUrl(publicUrl, linkId),
      deletionUrl,
      expiresAt: new Date(transfer.expires_at).toISOString(),
      filename,
      size,
      compressionRatio: packed && originalSize > 0 ? size / originalSize : 1,
      receipt: receiptOf(transfer, pair),
    },
    transfer: { ref: transfer.id },
    manageUrl,
    compressed: packed,
    uploaded,
  }
}
