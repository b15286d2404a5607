import { type Bytes, join, utf8 } from '../primitives.ts'
import { type BundleFile, type Manifest, manifestLimits, parseManifest } from './manifest.ts'
import { lengthOfPart, paddedLength, partLength, sealedBundleLength } from './sizes.ts'

/** A file to send. Names are safe already: `planBundle` refuses others. */
export type FileToSeal = Omit<BundleFile, 'offset' | 'thumbnail'> & {
  readonly thumbnail?: Uint8Array | undefined
}

/** A bundle before it is sealed: where each byte of its plaintext comes from. */
export type BundlePlan = {
  readonly manifest: Manifest
  /** Length of the manifest, manifest and thumbnails: kept as they are until the upload has ended. */
  readonly front: Bytes
  /** Bytes of the plaintext with its padding, and of the sealed bundle. */
  readonly length: number
  readonly sealedLength: number
  /** Bytes of the files, in their order. */
  readonly sizes: readonly number[]
}

/**
 * Lays out a bundle.
 * @throws ManifestRefused for what readers would refuse
 */
export function planBundle(
  said: Omit<Manifest, 'version' | 'files'>,
  files: readonly FileToSeal[],
): BundlePlan {
  const thumbnails = files.flatMap(({ thumbnail }) => (thumbnail ? [thumbnail] : []))
  let nextThumbnail = 0
  let nextFile = thumbnails.reduce((sum, { length }) => sum + length, 0)
  const listed = files.map(({ thumbnail, ...file }) => {
    const placed: BundleFile = { ...file, offset: nextFile }
    nextFile += file.size
    if (!thumbnail) return placed
    const offset = nextThumbnail
    nextThumbnail += thumbnail.length
    return { ...placed, thumbnail: { offset, length: thumbnail.length } }
  })
  const manifest: Manifest = { version: 1, ...said, files: listed }
  const written = utf8(JSON.stringify(manifest))
  parseManifest(written, nextFile)
  const prefix = new Uint8Array(4)
  new DataView(prefix.buffer).setUint32(0, written.length)
  return restorePlan(join([prefix, written, ...thumbnails]))
}

/** A plan from its kept front, for an upload that goes on after a reload. @throws ManifestRefused */
export function restorePlan(front: Bytes): BundlePlan {
  const written = front.subarray(4, 4 + manifestLengthOf(front))
  const manifest = parseManifest(written, Number.MAX_SAFE_INTEGER)
  const sizes = manifest.files.map(({ size }) => size)
  const length = paddedLength(sizes.reduce((sum, size) => sum + size, front.length))
  return { manifest, front, length, sealedLength: sealedBundleLength(length), sizes }
}

/** The number in the first four bytes of a plaintext. */
export function manifestLengthOf(front: Uint8Array): number {
  const length = new DataView(front.buffer, front.byteOffset).getUint32(0)
  return Math.min(length, manifestLimits.bytes + 1)
}

/** A stretch of the plaintext and its source. */
type Stretch =
  | { readonly from: 'front'; readonly start: number; readonly end: number }
  | { readonly from: 'file'; readonly index: number; readonly start: number; readonly end: number }
  | { readonly from: 'padding'; readonly length: number }

/** Sources of a part of the bundle, in order; none is empty. */
function stretchesOf(plan: BundlePlan, part: number): Stretch[] {
  const start = part * partLength
  const end = start + lengthOfPart(plan.length, part)
  const found: Stretch[] = []
  let at = 0
  const add = (length: number, stretch: (from: number, to: number) => Stretch) => {
    const from = Math.max(start, at)
    const to = Math.min(end, at + length)
    if (from < to) found.push(stretch(from - at, to - at))
    at += length
  }
  add(plan.front.length, (from, to) => ({ from: 'front', start: from, end: to }))
  for (const [index, size] of plan.sizes.entries())
    add(size, (from, to) => ({ from: 'file', index, start: from, end: to }))
  add(plan.length - at, (from, to) => ({ from: 'padding', length: to - from }))
  return found
}

/** Reads bytes `start` to `end` (exclusive) of a file that is sent, into `into`; fails where the file has become shorter. */
type ReadFile = (index: number, start: number, end: number, into: Uint8Array) => Promise<void>

/**
 * The plaintext of a part, read once.
 * @param room memory of a whole part that it is put into; fresh memory otherwise
 */
export async function readPart(
  plan: BundlePlan,
  part: number,
  readFile: ReadFile,
  room: Bytes = new Uint8Array(lengthOfPart(plan.length, part)),
): Promise<Bytes> {
  const plain = room.subarray(0, lengthOfPart(plan.length, part))
  let at = 0
  for (const stretch of stretchesOf(plan, part)) {
    const length = stretch.from === 'padding' ? stretch.length : stretch.end - stretch.start
    const into = plain.subarray(at, at + length)
    if (stretch.from === 'front') into.set(plan.front.subarray(stretch.start, stretch.end))
    else if (stretch.from === 'file') await readFile(stretch.index, stretch.start, stretch.end, into)
    else into.fill(0)
    at += length
  }
  return plain
}
