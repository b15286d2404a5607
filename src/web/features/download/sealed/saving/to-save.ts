import type { BundleReader } from '#end-to-end/format/bundle-reader.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { type ZipEntry, zipLength, zipOf } from '#end-to-end/stored-zip.ts'

/** Files to be saved: one as itself, several as a ZIP that is made here. */
export type ToSave = { readonly name: string; readonly files: readonly BundleFile[] }

/** Bytes of what is saved. */
export function lengthOf({ files }: ToSave): number {
  return files.length === 1 ? (files[0]?.size ?? 0) : zipLength(files.map(entryOf))
}

/** Bytes of what is saved, each authenticated. @throws BundleDamaged, or what fetching throws */
export function contentOf({ files }: ToSave, bundle: Pick<BundleReader, 'readFile'>): AsyncIterable<Bytes> {
  const [only] = files
  if (only && files.length === 1) return bundle.readFile(only)
  return zipOf(files.map(entryOf), (index) => bundle.readFile(files[index] ?? missing()))
}

function missing(): never {
  throw new RangeError('the archive has no such file')
}

function entryOf({ path, size, modified }: BundleFile): ZipEntry {
  return { path, size, modified }
}
