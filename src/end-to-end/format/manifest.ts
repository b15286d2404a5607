import * as z from 'zod/mini'
import { byteLength, safePath } from '#contract/transfers/file-name.ts'
import { lengths, MIB, thumbnailLimits } from '#contract/transfers/limits.ts'

/** Limits of a manifest. Sizes in bytes of UTF-8. */
export const manifestLimits = { bytes: 8 * MIB, text: MIB, path: 1024, files: 20_000, type: 255 } as const

/** A manifest that a reader refuses. Nothing of the bundle is written. */
export class ManifestRefused extends Error {
  override readonly name = 'ManifestRefused'
}

const count = z.int().check(z.nonnegative())
const moment = z.iso.datetime({ precision: 3 })

const bundleFile = z.strictObject({
  /** Relative, with `/`; rules: docs/end-to-end.md. */
  path: z.string(),
  size: count,
  /** Media type as the sender's device gave it: a claim, never taken for what a page shows. */
  type: z.string().check(z.maxLength(manifestLimits.type)),
  modified: moment,
  /** First byte, counted from the end of the manifest. */
  offset: count,
  thumbnail: z.optional(
    z.strictObject({ offset: count, length: count.check(z.maximum(thumbnailLimits.bytes)) }),
  ),
})
export type BundleFile = z.infer<typeof bundleFile>

const manifest = z.strictObject({
  version: z.literal(1),
  title: z.optional(z.string().check(z.maxLength(lengths.title))),
  message: z.optional(z.string().check(z.maxLength(lengths.description))),
  senderName: z.optional(z.string().check(z.maxLength(lengths.senderName))),
  text: z.optional(z.string().check(z.refine((text) => byteLength(text) <= manifestLimits.text))),
  files: z.array(bundleFile).check(z.maxLength(manifestLimits.files)),
})
export type Manifest = z.infer<typeof manifest>

/**
 * Reads a manifest and checks all that it says of the bundle: a reader is the only guard there is.
 * @param room bytes of the plaintext behind the manifest, padding included
 * @throws ManifestRefused
 */
export function parseManifest(bytes: Uint8Array, room: number): Manifest {
  if (bytes.length > manifestLimits.bytes) throw new ManifestRefused('the manifest is too long')
  const text = decode(bytes)
  const parsed = manifest.safeParse(parseJson(text))
  if (!parsed.success) throw new ManifestRefused('the manifest is not one of version 1')
  // guard: a member twice, of which readers could take another -> src/end-to-end/format/manifest.test.ts "refused manifests"
  if (writtenMembers(text) !== membersOf(parsed.data)) throw new ManifestRefused('a member stands twice')
  checkPaths(parsed.data.files)
  checkRanges(parsed.data.files, room)
  if (parsed.data.files.length === 0 && parsed.data.text === undefined)
    throw new ManifestRefused('the bundle holds nothing')
  return parsed.data
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new ManifestRefused('the manifest is no UTF-8', { cause })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ManifestRefused('the manifest is no JSON', { cause })
  }
}

/** Members that stand in a JSON text: the colons outside of its strings. */
function writtenMembers(json: string): number {
  let members = 0
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === ':') members += 1
    if (json[at] !== '"') continue
    for (at += 1; at < json.length && json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1
  }
  return members
}

function membersOf({ files, ...said }: Manifest): number {
  const count = (value: object) => Object.keys(value).length
  return files.reduce(
    (sum, file) => sum + count(file) + (file.thumbnail ? count(file.thumbnail) : 0),
    1 + count(said),
  )
}

/** Whether a path may be in a manifest: relative, of safe names, short enough for what receivers have. */
function isBundlePath(path: string): boolean {
  // guard: paths that lead elsewhere -> src/end-to-end/format/manifest.test.ts "refused paths"
  return path !== '' && safePath(path) === path && byteLength(path) <= manifestLimits.path
}

/** A path as file systems compare it that know no case and one composition of accents. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

function checkPaths(files: readonly BundleFile[]): void {
  const taken = new Set<string>()
  for (const { path } of files) {
    if (!isBundlePath(path)) throw new ManifestRefused('a path is not allowed')
    const folded = foldPath(path)
    // guard: a path twice -> src/end-to-end/format/manifest.test.ts "refused paths"
    if (taken.has(folded)) throw new ManifestRefused('a path stands twice')
    taken.add(folded)
  }
  for (const path of taken) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      // guard: a file in place of a folder -> src/end-to-end/format/manifest.test.ts "refused paths"
      if (taken.has(path.slice(0, at))) throw new ManifestRefused('a path is the folder of another')
    }
  }
}

/** Thumbnails, then files, each in the order of the list and without gaps. */
function checkRanges(files: readonly BundleFile[], room: number): void {
  let at = 0
  const thumbnails = files.flatMap(({ thumbnail }) => (thumbnail ? [thumbnail] : []))
  if (thumbnails.length > thumbnailLimits.count) throw new ManifestRefused('too many thumbnails')
  const ranges = [...thumbnails, ...files.map(({ offset, size }) => ({ offset, length: size }))]
  for (const { offset, length } of ranges) {
    // guard: ranges that overlap -> src/end-to-end/format/manifest.test.ts "refused ranges"
    if (offset !== at) throw new ManifestRefused('files overlap or leave gaps')
    at += length
    // guard: ranges beyond the end -> src/end-to-end/format/manifest.test.ts "refused ranges"
    if (at > room) throw new ManifestRefused('files are longer than the bundle')
  }
}
