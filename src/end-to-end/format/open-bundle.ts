import type { Bytes, Primitives } from '../primitives.ts'
import { type BundlePlace, type BundleReader, bundleReader, collect } from './bundle-reader.ts'
import { type Manifest, ManifestRefused, manifestLimits, parseManifest } from './manifest.ts'
import { BundleDamaged } from './parts.ts'
import { manifestLengthOf } from './plan-bundle.ts'
import { type FetchSealed, readPlain } from './read-plain.ts'
import { bundleShape, paddedLengthOf } from './sizes.ts'

/** A bundle whose manifest was authenticated and checked. */
export type OpenedBundle = BundleReader & {
  readonly manifest: Manifest
  readonly place: BundlePlace
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
  const place = { contentKey, shape: bundle.shape, manifestEnd }
  return { manifest, place, ...bundleReader(primitives, place, fetchSealed) }
}
