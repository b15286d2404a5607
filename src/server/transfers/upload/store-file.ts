import type { ScanVerdict, UploadReply } from '#contract/files.ts'
import { foldForSearch } from '#contract/fold-for-search.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import { findMlKemPairById } from '#server/keys/find-pairs.ts'
import { deliverSoon } from '#server/messaging/mail/deliver-soon.ts'
import type { Database, SegmentsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { announceUpload } from '../announce-upload.ts'
import { consumeMailLimits } from '../consume-mail-limits.ts'
import { dayOf, obtainDayKey } from '../day-keys.ts'
import type { TransferOptions } from '../file-policy.ts'
import { insertFile, type NewFile } from '../files-table.ts'
import { receiptOf } from '../receipt.ts'
import { claimStorage } from './claim-storage.ts'
import { sealSlots } from './seal-slots.ts'
import type { Sender } from './sender.ts'
import type { ReportStep } from './upload-steps.ts'

/** Content that is sealed and durable, and needs only its row to be a file. */
export type StoredContent = {
  readonly fileId: string
  readonly fileKey: Uint8Array
  readonly filename: string
  readonly mimeType: string
  /** In order; together they are the content. */
  readonly pieces: readonly Omit<SegmentsRow, 'file_id' | 'position'>[]
  /** Whether the table has the pieces already, as it has those of a resumable upload. */
  readonly segmentsStored: boolean
  readonly scan: ScanVerdict
  readonly sender: Sender
  /** Files that went in, and their bytes before packing. */
  readonly uploaded: number
  readonly originalSize: number
  readonly packed: boolean
  /** Made here unless the upload has one of its own. */
  readonly deletionToken?: string
}

type Reply = Omit<UploadReply, 'success'>

/** What must happen together with the row, in its transaction. */
export type Settle = (transaction: Database, reply: Reply) => Promise<void>

/**
 * Makes a file of stored content: wraps its key for all who may open it, and inserts the row. From then on it exists.
 * @throws Failure STORAGE_QUOTA_EXCEEDED, RATE_LIMITED, KEY_NOT_FOUND, INVALID_TOKEN; PasswordWorkRefused
 */
export async function storeFile(
  services: Services,
  content: StoredContent,
  options: TransferOptions,
  report: ReportStep,
  settle?: Settle,
): Promise<Reply> {
  const { fileId, fileKey, filename, pieces } = content
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
  const now = services.clock.now()
  const expiresAt = now + options.lifetime
  const dayKey = await obtainDayKey(services, dayOf(expiresAt))
  const place = { fileId, blobIds: pieces.map(({ blob_id }) => Buffer.from(blob_id, 'hex')) }
  const slots = await sealSlots(fileKey, dayKey, options, place)
  await consumeMailLimits(
    services,
    content.sender,
    options.announcements.map(({ email }) => email),
  )
  await report('finalizing')
  const deletionToken = content.deletionToken ?? newSecret()
  const { publicUrl } = services.config
  const row = {
    file: {
      id: fileId,
      owner_id: content.sender.userId,
      filename,
      filename_folded: foldForSearch(filename),
      size,
      mime_type: content.mimeType,
      description: options.description ?? null,
      encryption_method: options.method,
      password_protected: options.password === undefined ? 0 : 1,
      delete_after_download: options.deleteAfterDownload ? 1 : 0,
      uploaded_at: now,
      expires_at: expiresAt,
      expiry_day: dayOf(expiresAt),
      scan: content.scan,
      deletion_token_hash: sha256(deletionToken),
      download_count: 0,
      ended_at: null,
      ended_as: null,
      blob_removed: 0,
    },
    slots,
    pieces: content.segmentsStored
      ? []
      : pieces.map((piece, position) => ({ ...piece, position, file_id: fileId })),
  } satisfies NewFile
  const reply: Reply = {
    message: content.uploaded === 1 ? 'File uploaded.' : `${content.uploaded} files uploaded.`,
    file: {
      id: fileId,
      downloadUrl: `${publicUrl}/download/${fileId}`,
      deletionUrl: `${publicUrl}/delete/${fileId}#${deletionToken}`,
      expiresAt: new Date(expiresAt).toISOString(),
      filename,
      size,
      compressionRatio: content.packed && content.originalSize > 0 ? size / content.originalSize : 1,
      receipt: receiptOf(row.file, options.pair),
    },
    compressed: content.packed,
    uploaded: content.uploaded,
  }
  try {
    await insertFile(services.database, row, async (transaction) => {
      await claimStorage(transaction, content.sender, now)
      await announceUpload(services, transaction, row.file, options.announcements)
      await settle?.(transaction, reply)
    })
  } catch (error) {
    // The key pair may have been deleted a moment ago. Then that is the reason.
    if (options.pair) await findMlKemPairById(services.database, options.pair.id)
    throw error
  }
  services.meter.uploaded(size)
  if (options.announcements.length > 0) deliverSoon(services)
  return reply
}
