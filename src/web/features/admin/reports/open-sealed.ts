import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { fromBase64url } from '#end-to-end/format/base64url.ts'
import { readLinkKey } from '#end-to-end/format/link-key.ts'
import { openBundle } from '#end-to-end/format/open-bundle.ts'
import { BundleDamaged } from '#end-to-end/format/parts.ts'
import { headOfSlot, openSlot, slotSecret } from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { zipOf } from '#end-to-end/stored-zip.ts'

/** An end-to-end encrypted transfer that was reported, with the keys of its reports. */
export type ReportedSlot = { readonly keys: readonly string[]; readonly slot: string }

/** Whether a password goes with the keys. @throws SlotDamaged */
export function needsPassword({ slot }: ReportedSlot): boolean {
  return headOfSlot(bytesOf(slot)).password !== undefined
}

/** None of the keys opens it, or the password is wrong. */
export class NoKeyFits extends Error {
  override readonly name = 'NoKeyFits'
}

/**
 * Opens a sealed bundle in this browser: its text as `text.txt`, its only file, or a ZIP of all.
 * @throws NoKeyFits; BundleDamaged, SlotDamaged or ManifestRefused where the bytes are not what the sender sealed
 */
export async function openReported(
  { keys, slot }: ReportedSlot,
  password: string,
  sealed: Blob,
): Promise<{ name: string; content: Blob }> {
  const contentKey = await findContentKey({ keys, slot }, password)
  const bundle = await openBundle(webPrimitives, {
    contentKey,
    bundleId: headOfSlot(bytesOf(slot)).bundleId,
    size: sealed.size,
    fetchSealed: (start, end) => chunksOf(sealed.slice(start, end)),
  })
  const { files, text, title, message, senderName } = bundle.manifest
  const note = [title, senderName, message, text].filter(Boolean).join('\n\n')
  const written = new TextEncoder().encode(note)
  const [only] = files
  if (only && files.length === 1 && note === '')
    return { name: nameOf(only.path), content: await blobOf(bundle.readFile(only)) }
  const noteName = nameOfNote(files.map(({ path }) => path))
  if (files.length === 0) return { name: noteName, content: await blobOf([written]) }
  const noteEntry = { path: noteName, size: written.length, modified: new Date(0).toISOString() }
  const archive = zipOf([...files, noteEntry], (index) => {
    const file = files[index]
    return file ? bundle.readFile(file) : once(written)
  })
  return { name: 'reported.zip', content: await blobOf(archive) }
}

async function findContentKey({ keys, slot }: ReportedSlot, password: string): Promise<Bytes> {
  const bytes = bytesOf(slot)
  const head = headOfSlot(bytes)
  for (const key of keys) {
    const secret = await slotSecret(webPrimitives, await readLinkKey(webPrimitives, key), head, password)
    const contentKey = await openSlot(webPrimitives, { slot: bytes, head, secret })
    if (contentKey) return contentKey
  }
  throw new NoKeyFits()
}

/** Never with a type that a sender has chosen: it would be a page of this origin. */
async function blobOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Blob> {
  const own = await Array.fromAsync(chunks, (chunk) => Uint8Array.from(chunk))
  return new Blob(own, { type: 'application/octet-stream' })
}

async function* once(bytes: Bytes): AsyncGenerator<Bytes> {
  yield bytes
}

async function* chunksOf(blob: Blob): AsyncGenerator<Bytes> {
  const step = 4 * 1024 * 1024
  for (let at = 0; at < blob.size; at += step)
    yield new Uint8Array(await blob.slice(at, at + step).arrayBuffer())
}

function bytesOf(slot: string): Bytes {
  const bytes = fromBase64url(slot)
  if (!bytes) throw new BundleDamaged('a slot that is none')
  return bytes
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A name for what was written, beside files that may have it. */
function nameOfNote(paths: readonly string[]): string {
  const taken = new Set(paths.map((path) => path.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'text.txt' : `text-${number}.txt`
    if (!taken.has(name)) return name
  }
}
