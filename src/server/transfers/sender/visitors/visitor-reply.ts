import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import { sha256 } from '#crypto/random-id.ts'

/** Most files of an upload that are named. */
export const maxNamedFiles = 100

/** Without what is easily taken for something else: 0 and O, 1, I and L, U. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Reference of an upload for its visitor and the owner, such as `K7Q2-9F`: it follows from the transfer and opens nothing. */
export function referenceOf(transferId: string): string {
  const digest = sha256(`restante/v1 reference\0${transferId}`)
  const text = Array.from(digest.subarray(0, 6), (byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

type Received = {
  readonly transferId: string
  readonly files: VisitorUploadReply['files']
  readonly fileCount: number
  /** Bytes before packing. */
  readonly size: number
  readonly receivedAt: number
}

/** Reply to a visitor about an upload, without a link. */
export function visitorReplyOf({ transferId, files, fileCount, size, receivedAt }: Received) {
  return {
    message: fileCount === 1 ? 'File received.' : `${fileCount} files received.`,
    reference: referenceOf(transferId),
    files,
    fileCount,
    size,
    receivedAt: new Date(receivedAt).toISOString(),
  }
}
