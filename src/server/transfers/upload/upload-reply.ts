import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import type { MlKemPairsRow, TransfersRow } from '#server/platform/database/database.ts'
import { receiptOf } from '../keys/receipt.ts'
import { secretLinks } from '../model/transfer-links.ts'
import type { DescribedContent } from './incoming-content.ts'

/** Result of an upload: with the links for a sender, without them for the visitor of a request. */
export type UploadResult = Omit<UploadReply, 'success'> | Omit<VisitorUploadReply, 'success'>

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
      downloadUrl: `${publicUrl}/download/${linkId}`,
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
