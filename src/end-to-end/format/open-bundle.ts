import { type Bytes, join, type Primitives } from '../primitives.ts'
import { type BundleFile, type Manifest, ManifestRefused, manifestLimits, parseManifest } from './manifest.ts'
import { BundleDamaged } from './parts.ts'
import { manifestLengthOf } from './plan-bundle.ts'
import { type FetchSealed, readPlain } from './read-plain.ts'
import { bundleShape, paddedLengthOf } from './sizes.ts'

/** A bundle whose manifest was authenticated and checked. */
export type OpenedBundle = {
  readonly manifest: Manifest
  /** Bytes of a file from `start` to `end` (exclusive), each chunk authenticated before a byte of it leaves. */
  readFile(file: BundleFile, start?: number, end?: number): AsyncGenerator<Bytes>
  readThumbnail(file: BundleFile): Promise<Bytes | undefined>
  /**
   * Bytes of the plaintext from `start` to `end`, counted from the end of the manifest as offsets are: of several files that
   * follow each other, in one request.
   */
  read(start: number, end: number): AsyncGenerator<Bytes>
}

/**
 * Opens a bundle: fetches its manifest, which is all that is asked for until files are read.
 * @param size sealed bytes, as the server says
 * @throws BundleDamaged, ManifestRefused
 */
export async function openBundle(
  primitives: Primitives,
  {
    contentKey,
    bundleId,
    size,
    fetchSealed,
  }: { contentKey: Bytes; bundleId: Uint8Array; size: number; fetchSealed: FetchSealed },
): Promise<OpenedBundle> {
  const length = paddedLengthOf(size)
  if (length === undefined) throw new BundleDamaged('no bundle has this size')
  const bundle = { contentKey, shape: bundleShape(bundleId, length), fetchSealed }
  const prefix = await collect(readPlain(primitives, bundle, 0, 4))
  const manifestEnd = 4 + manifestLengthOf(prefix)
  if (manifestEnd > Math.min(4 + manifestLimits.bytes, length))
    throw new ManifestRefused('the manifest is longer than the bundle')
  const manifest = parseManifest(
    await collect(readPlain(primitives, bundle, 4, manifestEnd)),
    length - manifestEnd,
  )
  const read = (start: number, end: number) =>
    readPlain(primitives, bundle, manifestEnd + start, manifestEnd + end)
  return {
    manifest,
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
