import { blobHeader, blobHeaderLength, blobIdLength } from './blob-header.ts'
import { preambleLength, saltLength, sealedChunkLength, tagLength } from './content-sizes.ts'

/** Bytes of a blob that `inspectBlob` looks at. */
export const blobFrontLength = blobHeaderLength + preambleLength

/** Facts in the header of a blob. Reading them needs no key, and they hold none. */
export type BlobFacts = {
  readonly version: number
  readonly suite: string
  /** In hex, as are the two below. */
  readonly blobId: string
  readonly salt: string
  readonly commitment: string
  readonly chunks: number
  /** Bytes of the content when it is opened. */
  readonly plainLength: number
}

/** Bytes that are no blob of a version known here. The message says what is wrong. */
export class NotABlob extends Error {
  override readonly name = 'NotABlob'
}

/**
 * Reads the first bytes of a blob; see docs/file-format.md.
 * @param front at least `blobFrontLength` bytes
 * @param length bytes of the whole blob
 * @throws NotABlob
 */
export function inspectBlob(front: Uint8Array, length: number): BlobFacts {
  const bytes = Buffer.from(front)
  if (bytes.length < blobFrontLength) throw new NotABlob('It is too short.')
  const blobId = bytes.subarray(blobHeaderLength - blobIdLength, blobHeaderLength)
  const header = blobHeader(blobId)
  if (!bytes.subarray(0, 8).equals(header.subarray(0, 8)))
    throw new NotABlob('It does not begin with RESTANTE.')
  if (!bytes.subarray(0, blobHeaderLength).equals(header)) {
    throw new NotABlob(`Version ${bytes[8]}, suite ${bytes[9]} is not known here, or the header is damaged.`)
  }
  const sealed = length - blobFrontLength
  const chunks = Math.floor(sealed / sealedChunkLength) + 1
  if (sealed - (chunks - 1) * sealedChunkLength < tagLength)
    throw new NotABlob('No content has a blob of its length: something was cut off or added.')
  return {
    version: 1,
    suite: 'Cobblestone-256',
    blobId: blobId.toString('hex'),
    salt: bytes.subarray(blobHeaderLength, blobHeaderLength + saltLength).toString('hex'),
    commitment: bytes.subarray(blobHeaderLength + saltLength, blobFrontLength).toString('hex'),
    chunks,
    plainLength: sealed - chunks * tagLength,
  }
}
