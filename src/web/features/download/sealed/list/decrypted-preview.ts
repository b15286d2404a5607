import { previewedText } from '#contract/transfers/limits.ts'
import { previewKind } from '#contract/transfers/preview-kind.ts'
import { headLength, typeOf, unknownType } from '#contract/transfers/type-by-bytes.ts'
import { typeByName } from '#contract/transfers/type-by-name.ts'
import type { BundleReader } from '#end-to-end/format/bundle-reader.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import { join } from '#end-to-end/primitives.ts'
import type { Shown } from '#web/transfers/ui/contents/member-address.ts'
import { untilStopped } from '../until-stopped.ts'

/** Bytes up to which a file is shown: it lies in memory meanwhile. Texts of any size show their beginning. */
const largestShown = 64 * 1024 * 1024

/**
 * The media type that there may be a preview of, by what its sender and its name say, which is no more than a promise: the
 * bytes decide. application/octet-stream where there is none.
 */
export function promisedType({ path, type, size }: BundleFile): string {
  const promised = previewKind(type) ? type : typeByName(path)
  return previewKind(promised) === 'text' || size <= largestShown ? promised : unknownType
}

/**
 * Decrypts as much of a file as its preview shows. Its type is told by its first bytes, never by its sender: a page of theirs
 * would be one of this origin.
 * @throws BundleDamaged, ApiError, or the signal's reason
 */
export async function decryptedPreview(
  { readFile }: Pick<BundleReader, 'readFile'>,
  file: BundleFile,
  signal: AbortSignal,
): Promise<Shown> {
  const isText = previewKind(promisedType(file)) === 'text'
  const end = isText ? Math.min(file.size, previewedText) : file.size
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let came = 0
  let type: string | undefined
  for await (const chunk of untilStopped(readFile(file, 0, end), signal)) {
    chunks.push(Uint8Array.from(chunk))
    came += chunk.length
    if (came >= Math.min(end, headLength))
      type ??= typeOf(file.path, join(chunks).subarray(0, headLength), isUtf8)
    const kind = type === undefined ? undefined : previewKind(type)
    if (type !== undefined && (!kind || (kind === 'text' && came >= previewedText))) break
  }
  if (type === undefined || !previewKind(type)) return { type: unknownType, address: '' }
  if (previewKind(type) === 'text')
    return { type, text: beginningOf(join(chunks).subarray(0, previewedText)) }
  if (came < file.size) return { type: unknownType, address: '' }
  const address = URL.createObjectURL(new Blob(chunks, { type }))
  return { type, address, release: () => URL.revokeObjectURL(address) }
}

/** An address that shows a small picture; undefined for anything else. */
export function pictureAddress(bytes: Uint8Array): string | undefined {
  const type = typeOf('', bytes.subarray(0, headLength), isUtf8)
  if (previewKind(type) !== 'image') return undefined
  return `data:${type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** Text without the character that its end cuts. */
function beginningOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true })
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
