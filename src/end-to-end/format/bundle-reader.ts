import { type Bytes, join, type Primitives } from '../primitives.ts'
import type { BundleFile } from './manifest.ts'
import { type FetchSealed, readPlain } from './read-plain.ts'
import type { BundleShape } from './sizes.ts'

/** Reads what lies behind the manifest of a bundle. */
export type BundleReader = {
  /** Bytes of a file from `start` to `end` (exclusive), each chunk authenticated before a byte of it leaves. */
  readFile(file: BundleFile, start?: number, end?: number): AsyncGenerator<Bytes>
  readThumbnail(file: BundleFile): Promise<Bytes | undefined>
  /**
   * Bytes of the plaintext from `start` to `end`, counted from the end of the manifest as offsets are: of several files that
   * follow each other, in one request.
   */
  read(start: number, end: number): AsyncGenerator<Bytes>
}

/** Facts of an opened bundle that another thread needs to read it. */
export type BundlePlace = {
  readonly contentKey: Bytes
  readonly shape: BundleShape
  /** Bytes of the plaintext before offset 0 of the files. */
  readonly manifestEnd: number
}

/** Reads a bundle that was opened before, maybe by another thread. */
export function bundleReader(
  primitives: Primitives,
  { contentKey, shape, manifestEnd }: BundlePlace,
  fetchSealed: FetchSealed,
): BundleReader {
  const read = (start: number, end: number) =>
    readPlain(primitives, { contentKey, shape, fetchSealed }, manifestEnd + start, manifestEnd + end)
  return {
    read,
    readFile: ({ offset, size: bytes }, start = 0, end = bytes) => read(offset + start, offset + end),
    readThumbnail: async ({ thumbnail }) =>
      thumbnail && collect(read(thumbnail.offset, thumbnail.offset + thumbnail.length)),
  }
}

/** All buffers as one, of what is known to be short. */
export async function collect(buffers: AsyncIterable<Uint8Array>): Promise<Bytes> {
  return join(await Array.fromAsync(buffers))
}
