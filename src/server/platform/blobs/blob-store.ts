import type { ByteSink } from '../buffers/byte-sink.ts'

/** A blob on its way in. Nobody can read it before `commit`. */
export type BlobStage = ByteSink & {
  /** Call once, after `end`. When it resolves the blob is durable and readable under its id. */
  commit(): Promise<void>
}

/**
 * Keeps sealed bytes under random names. It never sees a key, a file name or plaintext.
 * A missing blob is `BlobNotFound`; anything else that goes wrong in the store is `BlobStoreFailure`.
 * Every adapter passes tests/contracts/blob-store.suite.ts.
 */
export type BlobStore = {
  /** Short name shown to operators, such as `disk` or `s3`. */
  readonly provider: string
  /** Opens a stage for a new blob. `id` is url-safe and used once only. */
  stage(id: string): Promise<BlobStage>
  /**
   * Bytes `start` (inclusive) to `end` (exclusive) in order, in pieces of any size. Every piece owns its
   * memory, so the reader may give it back. Stopping early frees everything. Ends early, without an error,
   * when the blob is shorter than `end`.
   */
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Size of a committed blob in bytes. */
  size(id: string): Promise<number>
  /** Removes a committed blob; a blob that is not there is fine. */
  remove(id: string): Promise<void>
  /** Ids of committed blobs last written before `before` (ms since 1970): a sweep compares them with the rows. */
  list(before: number): AsyncIterable<string>
  /**
   * Throws away stages that nobody has written to since `before` (ms since 1970). Returns how many. A store that
   * knows only when a stage was opened waits a day longer, so as not to cut off a slow upload.
   */
  sweepStages(before: number): Promise<number>
  /** Bytes that may still be written, or Infinity where nobody can tell. */
  freeSpace(): Promise<number>
  /** Resolves when the store can take and give blobs now. */
  check(): Promise<void>
}

export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound'
}

/** `full` is true when the store has no room left. */
export class BlobStoreFailure extends Error {
  override readonly name = 'BlobStoreFailure'
  readonly full: boolean
  constructor(message: string, options: { cause?: unknown; full?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.full = options.full ?? false
  }
}
