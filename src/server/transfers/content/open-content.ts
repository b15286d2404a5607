import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { KIB } from '#contract/transfers/limits.ts'
import { blobHeader, blobLength, contentContext } from '#crypto/content/blob-header.ts'
import { chunkLength, preambleLength, sealedRange } from '#crypto/content/content-sizes.ts'
import { ContentDamaged, createOpener, openRange } from '#crypto/content/open-content.ts'
import { isBlobLost, type StoredBlobs } from '#server/platform/blobs/blob-store.ts'
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
 * Reads bytes from `start` to `end` (exclusive) in chunks, each of them authenticated first and in memory of its own, so that
 * the reader may release it.
 */
export type ReadBytes = (start: number, end: number) => AsyncIterable<Uint8Array>

/** Content as its sender sent it: it can be listed, previewed, scanned and archived. */
export type PlainContent = { readonly kind: 'plain'; readonly read: ReadBytes }

/** Content that was sealed in its sender's browser: the server passes its bytes on and can look into none of them. */
type OpaqueContent = { readonly kind: 'opaque'; readonly read: ReadBytes }

export type Content = PlainContent | OpaqueContent

/** Methods by which the sender's browser seals. */
const opaqueMethods: readonly string[] = [endToEndMethod]

/** The segments that make up a part of a file. */
type StoredPart = { readonly fileId: string; readonly segments: readonly StoredSegment[] }

/**
 * Opens the content of a file, of a stored transfer or of an upload under way; see openBytes.
 * @param method by which the transfer is encrypted: it decides whether the content is plain or opaque
 */
export async function openContent(
  stores: BlobStores,
  method: string,
  part: StoredPart,
  fileKey: Uint8Array,
): Promise<Content> {
  const read = await openBytes(stores, part, fileKey)
  return { kind: opaqueMethods.includes(method) ? 'opaque' : 'plain', read }
}

/** @throws Failure NOT_FOR_END_TO_END for content that only its receivers can look into */
export function assertPlain(content: Content): PlainContent {
  if (content.kind === 'opaque') throw new Failure('NOT_FOR_END_TO_END')
  return content
}

/**
 * Opens stored bytes for reading and checks what can be checked before a header is sent: of the first and the last segment the
 * length, the header, the key commitment and the outer chunk. The segments between are checked when their turn comes.
 * @throws Failure FILE_DAMAGED whose cause is a BlobDamaged, BlobStoreFailure, also for a store that is not configured
 */
export async function openBytes(
  stores: BlobStores,
  { fileId, segments }: StoredPart,
  fileKey: Uint8Array,
): Promise<ReadBytes> {
  const [first] = segments
  const last = segments.at(-1)
  if (!first || !last) throw new Failure('FILE_DAMAGED', { cause: new Error('no segments') })
  const open = (segment: StoredSegment) =>
    asDamaged(segment, () => openSegment(stores.store(segment.store), fileId, segment, fileKey))
  const opened = await open(first)
  await asDamaged(first, () => drain(opened(0, Math.min(1, first.size))))
  const openedLast = last === first ? opened : await open(last)
  const lastChunk = Math.floor(last.size / chunkLength) * chunkLength
  await asDamaged(last, () => drain(openedLast(Math.min(lastChunk, last.size), last.size)))

  return async function* read(start, end) {
    let offset = 0
    for (const segment of segments) {
      const from = Math.max(0, start - offset)
      const to = Math.min(segment.size, end - offset)
      offset += segment.size
      if (from >= to) continue
      const readSegment = segment === first ? opened : segment === last ? openedLast : await open(segment)
      try {
        yield* readSegment(from, to)
      } catch (error) {
        throw damageOf(segment, error)
      }
    }
  }
}

/** Blobs of at most this many bytes are kept in memory from their first check to their last byte. */
const smallBlob = 128 * KIB

async function openSegment(
  blobs: StoredBlobs,
  fileId: string,
  { blob_id, size, position, part }: StoredSegment,
  fileKey: Uint8Array,
): Promise<ReadBytes> {
  const header = blobHeader(Buffer.from(blob_id, 'hex'))
  const messageStart = header.length
  const length = blobLength(size)
  // Reads a small blob once, with one byte more to notice one that is too long.
  const whole = length <= smallBlob ? await readBeginning(blobs, blob_id, length + 1) : undefined
  // guard: length of a blob -> tests/http/downloads/download-damaged.test.ts "something follows its end"
  if ((whole?.length ?? (await blobs.size(blob_id))) !== length)
    throw new ContentDamaged('the blob has another length')
  const front = whole ?? (await readBeginning(blobs, blob_id, messageStart + preambleLength))
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
    const chunks = whole ? once(whole.subarray(from, to)) : released(blobs.read(blob_id, from, to))
    return openRange(chunks, opener, { plainLength: size, start, end })
  }
}

async function* once(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk
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

async function readBeginning(blobs: StoredBlobs, id: string, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of blobs.read(id, 0, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

/** Frees each sealed chunk once it has been opened: when the reader comes for the next one. */
async function* released(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    releaseBuffer(chunk)
  }
}
