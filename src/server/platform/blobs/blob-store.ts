import type { StoreName } from '../../schema/store-names.ts'
import type { ByteSink } from '../buffers/byte-sink.ts'

/** A blob on its way in. It cannot be read before `commit`. */
export type BlobStage = ByteSink & {
  /** Call once, after `end`. When it resolves the blob is durable and readable under its id. */
  commit(): Promise<void>
}

/**
 * Holds sealed bytes under random names. It never sees a key, a file name or plaintext. A missing blob is `BlobNotFound`;
 * anything else that goes wrong in the store is `BlobStoreFailure`.
 */
export type StoredBlobs = {
  /** Under this name rows say where their blob is; operators see it too. */
  readonly name: StoreName
  /**
   * Bytes `start` (inclusive) to `end` (exclusive) in order, in chunks of any size. Every chunk owns its
   * memory, so the reader may release it. Stopping early frees everything. Ends early, without an error,
   * when the blob is shorter than `end`.
   */
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Size of a committed blob in bytes. */
  size(id: string): Promise<number>
  /** Removes a committed blob; a blob that is not there is fine. */
  remove(id: string): Promise<void>
}

/** Stored blobs, and new ones. Every adapter passes tests/contracts/blob-store.suite.ts. */
export type BlobStore = StoredBlobs & {
  /** Opens a stage for a new blob. `id` is url-safe and used once only. */
  stage(id: string): Promise<BlobStage>
  /** Ids of committed blobs last written before `before` (ms since 1970): a sweep compares them with the rows. */
  list(before: number): AsyncIterable<string>
  /**
   * Throws away stages that were the same when this was called before `before` (ms since 1970). Returns how many. A store
   * that knows only when a stage was opened goes by that, and waits a day longer, so as not to cut off a slow upload.
   */
  sweepStages(before: number): Promise<number>
  /** Bytes that may still be written, as of a second ago at most unless `now` is asked for, or Infinity if unknown. */
  freeSpace(when?: 'now'): Promise<number>
  /** Resolves when the store can take and give blobs now. */
  check(): Promise<void>
  /** The identity that was written first, see claim-store.ts, or undefined. It is no blob and is never listed. */
  readIdentity(): Promise<string | undefined>
  /**
   * Writes an identity, formed like a blob id, where there is none; what is there stays, and is not an error. With `replace`
   * it takes the place of another.
   */
  writeIdentity(identity: string, replace?: boolean): Promise<void>
}

const blobId = /^[A-Za-z0-9_-]{16,64}$/

/** Characters of a blob id: the url-safe base64 alphabet. */
export const blobIdAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function isBlobId(text: string): boolean {
  return blobId.test(text)
}

/** @throws RangeError for anything that is not 16 to 64 url-safe characters, so that no path is ever built from it. */
export function requireBlobId(id: string): void {
  if (!isBlobId(id)) throw new RangeError('A blob id has 16 to 64 url-safe characters.')
}

/** @throws BlobStoreFailure for what is no identity, such as a file that was damaged */
export function readIdentityText(text: string): string {
  if (!isBlobId(text)) throw new BlobStoreFailure('The identity of the store is damaged.')
  return text
}

export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound'
}

/** Whether a blob is lost although its store works: it is missing, or its bytes cannot be read. */
export function isBlobLost(error: unknown): error is BlobNotFound | BlobStoreFailure {
  return error instanceof BlobNotFound || (error instanceof BlobStoreFailure && error.unreadable)
}

/**
 * `full` is true when the store has no room left; `unreadable` when the store works and this blob alone cannot be read,
 * as on a bad sector.
 */
export class BlobStoreFailure extends Error {
  override readonly name = 'BlobStoreFailure'
  readonly full: boolean
  readonly unreadable: boolean
  constructor(message: string, options: { cause?: unknown; full?: boolean; unreadable?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.full = options.full ?? false
    this.unreadable = options.unreadable ?? false
  }
}
