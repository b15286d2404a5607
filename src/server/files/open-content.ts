import { blobHeader, blobLength, contentContext } from '#crypto/blob-header.ts'
import { chunkLength, preambleLength, sealedRange } from '#crypto/content-sizes.ts'
import { ContentDamaged, createOpener, openRange } from '#crypto/open-content.ts'
import { Failure } from '../http/failure.ts'
import { BlobNotFound, type BlobStore } from '../ports/blob-store.ts'
import type { FilesRow } from '../ports/database.ts'
import { giveBack } from '../ports/give-back.ts'

/** Gives a file's plaintext from `start` to `end` (exclusive), in batches, each chunk authenticated first. */
export type Content = (start: number, end: number) => AsyncIterable<Uint8Array[]>

/**
 * Opens a stored file for reading and checks what can be checked before a header is sent: the blob's length,
 * its header, the key commitment, the first and the last chunk.
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function openContent(blobs: BlobStore, file: FilesRow, fileKey: Uint8Array): Promise<Content> {
  const header = blobHeader(Buffer.from(file.blob_id, 'hex'))
  const messageStart = header.length
  try {
    if ((await blobs.size(file.blob_id)) !== blobLength(file.size))
      throw new ContentDamaged('the blob has another length')
    const front = await readAll(blobs, file.blob_id, 0, messageStart + preambleLength)
    if (!front.subarray(0, messageStart).equals(header))
      throw new ContentDamaged('the header is not this blob’s')
    const opener = createOpener(fileKey, contentContext(header, file.id), front.subarray(messageStart))

    async function* content(start: number, end: number): AsyncGenerator<Uint8Array[]> {
      const sealed = sealedRange(file.size, start, end)
      const pieces = blobs.read(file.blob_id, messageStart + sealed.start, messageStart + sealed.end)
      yield* openRange(givenBack(pieces), opener, { plainLength: file.size, start, end })
    }
    const lastChunk = Math.floor(file.size / chunkLength) * chunkLength
    await drain(content(0, Math.min(1, file.size)))
    await drain(content(Math.min(lastChunk, file.size), file.size))
    return content
  } catch (error) {
    if (error instanceof ContentDamaged || error instanceof BlobNotFound) {
      throw new Failure('FILE_DAMAGED', { cause: error })
    }
    throw error
  }
}

async function readAll(blobs: BlobStore, id: string, start: number, end: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of blobs.read(id, start, end)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

/** Frees each sealed piece once its chunks have been opened: when the reader comes for the next one. */
async function* givenBack(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    giveBack(piece)
  }
}
