import { KIB } from '#contract/transfers/limits.ts'
import { blobHeader, blobLength, contentContext } from '#crypto/content/blob-header.ts'
import { chunkLength, preambleLength, sealedRange } from '#crypto/content/content-sizes.ts'
import { ContentDamaged, createOpener, openRange } from '#crypto/content/open-content.ts'
import { type BlobPlace, isBlobLost } from '#server/platform/blobs/blob-store.ts'
import type { BlobStores } from '#server/platform/blobs/blob-stores.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import { Failure } from '#server/platform/failure.ts'
import type { StoredSegment } from '../model/transfers-table.ts'

/** In which blob the damage is: the cause of FILE_DAMAGED. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged'
  readonly blobId: string

  constructor(blobId: string, cause: Error) {
    super(`Blob ${blobId}: ${cause.message}`, { cause })
    this.blobId = blobId
  }
}

/**
 * Gives plaintext from `start` to `end` (exclusive) in pieces, each of them authenticated first and in memory of its own, so
 * that the reader may release it.
 */
export type Content = (start: number, end: number) => AsyncIterable<Uint8Array>

/** The segments that make up the content of a file. */
export type ContentPlace = { readonly fileId: string; readonly segments: readonly StoredSegment[] }

/**
 * Opens stored content for reading and checks what can be checked before a header is sent: of the first and the last
 * segment the length, the header, the key commitment and the outer chunk. The segments between are checked when their
 * turn comes.
 * @throws Failure FILE_DAMAGED whose cause is a BlobDamaged, BlobStoreFailure, also for a store that is not configured
 */
export async function openContent(
  stores: BlobStores,
  { fileId, segments }: ContentPlace,
  fileKey: Uint8Array,
): Promise<Content> {
  const [first] = segments
  const last = segments.at(-1)
  if (!first || !last) throw new Failure('FILE_DAMAGED', { cause: new Error('no segments') })
  const open = (segment: StoredSegment) =>
    asDamaged(segment, () => openSegment(stores.place(segment.store), fileId, segment, fileKey))
  const opened = await open(first)
  await asDamaged(first, () => drain(opened(0, Math.min(1, first.size))))
  const openedLast = last === first ? opened : await open(last)
  const lastChunk = Math.floor(last.size / chunkLength) * chunkLength
  await asDamaged(last, () => drain(openedLast(Math.min(lastChunk, last.size), last.size)))

  return async function* content(start, end) {
    let offset = 0
    for (const segment of segments) {
      const from = Math.max(0, start - offset)
      const to = Math.min(segment.size, end - offset)
      offset += segment.size
      if (from >= to) continue
      const read = segment === first ? opened : segment === last ? openedLast : await open(segment)
      try {
        yield* read(from, to)
      } catch (error) {
        throw damageOf(segment, error)
      }
    }
  }
}

/** Blobs of at most this many bytes are kept in memory from their first check to their last byte. */
const smallBlob = 128 * KIB

async function openSegment(
  blobs: BlobPlace,
  fileId: string,
  { blob_id, size, position, part }: StoredSegment,
  fileKey: Uint8Array,
): Promise<Content> {
  const header = blobHeader(Buffer.from(blob_id, 'hex'))
  const messageStart = header.length
  const length = blobLength(size)
  // Reads a small blob once, with one byte more to notice one that is too long.
  const whole = length <= smallBlob ? await readAll(blobs, blob_id, 0, length + 1) : undefined
  // guard: length of a blob -> tests/http/downloads/download-damaged.test.ts "something follows its end"
  if ((whole?.length ?? (await blobs.size(blob_id))) !== length)
    throw new ContentDamaged('the blob has another length')
  const front = whole ?? (await readAll(blobs, blob_id, 0, messageStart + preambleLength))
  // guard: header of a blob -> tests/http/downloads/download-damaged.test.ts "one bit of the header"
  if (!front.subarray(0, messageStart).equals(header))
    throw new ContentDamaged('the header is not this blob’s')
  const opener = createOpener(
    fileKey,
    contentContext(header, fileId, position, part),
    front.subarray(messageStart, messageStart + preambleLength),
  )
  return (start, end) => {
    const sealed = sealedRange(size, start, end)
    const [from, to] = [messageStart + sealed.start, messageStart + sealed.end]
    const pieces = whole ? once(whole.subarray(from, to)) : released(blobs.read(blob_id, from, to))
    return openRange(pieces, opener, { plainLength: size, start, end })
  }
}

async function* once(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece
}

async function asDamaged<Result>(segment: StoredSegment, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw damageOf(segment, error)
  }
}

function damageOf({ blob_id }: StoredSegment, error: unknown): unknown {
  if (!(error instanceof ContentDamaged || isBlobLost(error))) return error
  return new Failure('FILE_DAMAGED', { cause: new BlobDamaged(blob_id, error) })
}

async function readAll(blobs: BlobPlace, id: string, start: number, end: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of blobs.read(id, start, end)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}

/** Frees each sealed piece once its chunks have been opened: when the reader comes for the next one. */
async function* released(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    releaseBuffer(piece)
  }
}
