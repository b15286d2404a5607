import { sealedLength } from './content-sizes.ts'

const magic = Buffer.from('RESTANTE', 'ascii')
const version = 1
/** Suite 1: Cobblestone-256. */
const suite = 1
export const blobIdLength = 16
export const blobHeaderLength = 32

/** The first 32 bytes of a blob. `blobId` has 16 bytes. Layout: docs/file-format.md. */
export function blobHeader(blobId: Uint8Array): Buffer {
  if (blobId.length !== blobIdLength) throw new RangeError('a blob id has 16 bytes')
  const header = Buffer.alloc(blobHeaderLength)
  magic.copy(header)
  header[8] = version
  header[9] = suite
  header.set(blobId, 16)
  return header
}

/** Length of the blob of a file of `plainLength` bytes. */
export function blobLength(plainLength: number): number {
  return blobHeaderLength + sealedLength(plainLength)
}

/** Kind of content in a blob: a file's bytes, the index of an archive, or its thumbnails. */
export type BlobPart = 'content' | 'members' | 'thumbnails'

/** Associated context of a blob's content: its kind, its header, its file, and its position among the segments of that part. */
export function contentContext(
  header: Uint8Array,
  fileId: string,
  position: number,
  part: BlobPart = 'content',
): Buffer {
  const place = Buffer.alloc(4)
  place.writeUInt32BE(position)
  return Buffer.concat([
    Buffer.from(`restante/v1 ${part}\0`, 'ascii'),
    header,
    // guard: place of a segment -> src/crypto/content/content.test.ts "file or segment is refused"
    place,
    // guard: file of a segment -> src/crypto/content/content.test.ts "file or segment is refused"
    Buffer.from(fileId, 'utf8'),
  ])
}
