import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import type { Manifest } from '#end-to-end/format/manifest.ts'
import { sealPart } from '#end-to-end/format/parts.ts'
import { type BundlePlan, type FileToSeal, planBundle, readPart } from '#end-to-end/format/plan-bundle.ts'
import { bundleIdLength, bundleShape, saltLength } from '#end-to-end/format/sizes.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import { type Bytes, isEqual } from '#end-to-end/primitives.ts'

/** Files of a bundle and the words beside them. An empty password is none. */
export type ToSeal = {
  readonly said: Omit<Manifest, 'version' | 'files'>
  readonly files: readonly (FileToSeal & { readonly file: Blob })[]
  readonly password: string
}
/** Facts of a bundle: its size, slot and proof are for the server, its fragment for the link alone. */
export type SealedHead = {
  readonly size: number
  readonly slot: string
  readonly proof: string
  readonly fragment: string
}

export type Question = { readonly number: number } & ({ readonly begin: ToSeal } | { readonly part: number })
export type Answer = { readonly number: number } & (
  | { readonly head: SealedHead }
  | { readonly sealed: Bytes }
  /** `changed`: a file is no longer what it was when the part was sealed first. */
  | { readonly failure: 'changed' | 'unreadable' | 'other' }
)

class FileChanged extends Error {
  override readonly name = 'FileChanged'
}
class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

type Sealing = {
  readonly plan: BundlePlan
  readonly files: readonly Blob[]
  readonly bundleId: Bytes
  readonly contentKey: Bytes
  /** Salt and SHA-256 of the plaintext of each part that was sealed: no salt ever serves for other bytes. */
  readonly salts: Map<number, { readonly salt: Bytes; readonly hash: Bytes }>
}
let sealing: Sealing | undefined

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void answer(data).then(
    (found) => postMessage(found, { transfer: 'sealed' in found ? [found.sealed.buffer] : [] }),
    (error: unknown) => postMessage({ number: data.number, failure: failureOf(error) } satisfies Answer),
  )
})

async function answer(question: Question): Promise<Answer> {
  if ('begin' in question) return { number: question.number, head: await begin(question.begin) }
  return { number: question.number, sealed: await seal(question.part) }
}

async function begin({ said, files, password }: ToSeal): Promise<SealedHead> {
  const plan = planBundle(
    said,
    files.map(({ file: _, ...listed }) => listed),
  )
  const [linkKey, contentKey] = [webPrimitives.random(32), webPrimitives.random(32)]
  const bundleId = webPrimitives.random(bundleIdLength)
  const { slot, proofHash } = await makeSlot(webPrimitives, { linkKey, contentKey, bundleId, password })
  sealing = { plan, files: files.map(({ file }) => file), bundleId, contentKey, salts: new Map() }
  return {
    size: plan.sealedLength,
    slot: toBase64url(slot),
    proof: toBase64url(proofHash),
    fragment: await linkFragment(webPrimitives, linkKey),
  }
}

/** Seals a part, or seals it again under its salt if its bytes are the same still. The bytes are read once. */
async function seal(part: number): Promise<Bytes> {
  if (!sealing) throw new Error('no bundle was begun')
  const { plan, files, bundleId, contentKey, salts } = sealing
  const plain = await readPart(plan, part, async (index, start, end, into) => {
    try {
      into.set(new Uint8Array(await (files[index] ?? new Blob()).slice(start, end).arrayBuffer()))
    } catch (cause) {
      throw new FileUnreadable('a file could not be read', { cause })
    }
  })
  const hash = await webPrimitives.sha256(plain)
  const before = salts.get(part)
  if (before && !isEqual(before.hash, hash)) throw new FileChanged('a file has changed')
  const salt = before?.salt ?? webPrimitives.random(saltLength)
  salts.set(part, { salt, hash })
  return sealPart(webPrimitives, { contentKey, shape: bundleShape(bundleId, plan.length), part, salt, plain })
}

function failureOf(error: unknown) {
  if (error instanceof FileChanged) return 'changed'
  return error instanceof FileUnreadable ? 'unreadable' : 'other'
}
