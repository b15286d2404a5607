import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import type { Manifest } from '#end-to-end/format/manifest.ts'
import { sealPart } from '#end-to-end/format/parts.ts'
import {
  type BundlePlan,
  type FileToSeal,
  planBundle,
  readPart,
  restorePlan,
} from '#end-to-end/format/plan-bundle.ts'
import { makeRequestSlot, type RequestSecret } from '#end-to-end/format/request-slot.ts'
import {
  bundleIdLength,
  bundleShape,
  lengthOfPart,
  lengthOfSealedPart,
  saltLength,
  sealedPartLength,
} from '#end-to-end/format/sizes.ts'
import { makeSlot } from '#end-to-end/format/slot.ts'
import { type Bytes, isEqual } from '#end-to-end/primitives.ts'
import { findBundle, type KeptSalt, keepBundle, keepSalt } from '../resumable/kept-bundles.ts'

/** Files of a bundle and the words beside them. An empty password is none. */
export type ToSeal = {
  readonly said: Omit<Manifest, 'version' | 'files'>
  readonly files: readonly (FileToSeal & { readonly file: Blob })[]
  readonly password: string
  /** For the owner of a request: what is sealed for them has no link, and goes on within its page only. */
  readonly forOwner?: RequestSecret
}
/** A bundle of an earlier page, with its files chosen again, in the same order. */
export type ToResume = {
  readonly id: string
  readonly files: readonly { readonly path: string; readonly file: Blob }[]
}
/** Facts of a bundle: its size, slot and proof are for the server, its fragment for the link alone; empty without a link. */
export type SealedHead = {
  readonly size: number
  readonly slot: string
  readonly proof: string
  readonly fragment: string
  /** The id under which this browser keeps it; undefined where it goes on within the page only. */
  readonly keptAs: string | undefined
  /** The lock that is held as long as this worker lives; undefined where the browser knows none. */
  readonly lock: string | undefined
}

export type Question = { readonly number: number } & (
  | { readonly begin: ToSeal }
  | { readonly resume: ToResume }
  /** `within`: the server has the beginning of the part already. */
  | { readonly part: number; readonly within: boolean }
)
/**
 * `changed`: something is no longer what it was when it was sealed first, or what it was is not known any more. `elsewhere`:
 * another tab seals this bundle.
 */
export type SealingFailure = 'changed' | 'elsewhere' | 'unreadable' | 'other'
export type Answer = { readonly number: number } & (
  | { readonly head: SealedHead }
  | { readonly sealed: Blob }
  | { readonly failure: SealingFailure }
)

class FileChanged extends Error {
  override readonly name = 'FileChanged'
}
class SealedElsewhere extends Error {
  override readonly name = 'SealedElsewhere'
}
class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

type Sealing = {
  readonly plan: BundlePlan
  readonly files: readonly Blob[]
  readonly bundleId: Bytes
  readonly contentKey: Bytes
  /** The salts of parts that were sealed: no salt ever serves for other bytes. */
  readonly salts: Map<number, KeptSalt & { readonly written?: Promise<void> | undefined }>
  keptAs: string | undefined
}
let sealing: Sealing | undefined
let lastPart: Promise<unknown> = Promise.resolve()
/** Memory of each part, first as it is and then sealed: to clear fresh memory takes about as long as to seal into it. */
const room = new Uint8Array(sealedPartLength)

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void answer(data).then(
    (found) => postMessage(found),
    (error: unknown) => postMessage({ number: data.number, failure: failureOf(error) } satisfies Answer),
  )
})

async function answer(question: Question): Promise<Answer> {
  const { number } = question
  if ('begin' in question) return { number, head: await begin(question.begin) }
  if ('resume' in question) return { number, head: await resume(question.resume) }
  // Each part is held twice while it is sealed, as it is and sealed: one at a time.
  const sealed = lastPart.then(() => seal(question.part, question.within))
  lastPart = sealed.catch(() => {})
  return { number, sealed: await sealed }
}

async function begin({ said, files, password, forOwner }: ToSeal): Promise<SealedHead> {
  const plan = planBundle(
    said,
    files.map(({ file: _, ...listed }) => listed),
  )
  const [linkKey, contentKey] = [webPrimitives.random(32), webPrimitives.random(32)]
  const bundleId = webPrimitives.random(bundleIdLength)
  const made = forOwner
    ? await makeRequestSlot(webPrimitives, forOwner, { contentKey, bundleId })
    : await makeSlot(webPrimitives, { linkKey, contentKey, bundleId, password })
  const [slot, proof] = [toBase64url(made.slot), toBase64url(made.proofHash)]
  const id = hexOf(bundleId)
  const kept = { id, at: Date.now(), linkKey, contentKey, front: plan.front, slot, proof }
  // A text is short, and is written down nowhere.
  const outlives = !forOwner && said.text === undefined
  const lock = (await holdAlone(id).catch(() => false)) ? lockOf(id) : undefined
  const keptAs = outlives && lock !== undefined && (await isKept(kept)) ? id : undefined
  sealing = { plan, files: files.map(({ file }) => file), bundleId, contentKey, salts: new Map(), keptAs }
  const fragment = forOwner ? '' : await linkFragment(webPrimitives, linkKey)
  return { size: plan.sealedLength, slot, proof, fragment, keptAs, lock }
}

/** Whether the browser keeps the bundle, so that it can outlive this page. */
async function isKept(bundle: Parameters<typeof keepBundle>[0]): Promise<boolean> {
  try {
    await keepBundle(bundle)
    return true
  } catch {
    return false
  }
}

async function resume({ id, files }: ToResume): Promise<SealedHead> {
  if (!(await holdAlone(id))) throw new SealedElsewhere('another tab seals this bundle')
  const kept = await findBundle(id)
  if (!kept) throw new FileChanged('nothing is kept of this bundle')
  const { bundle, salts } = kept
  const plan = restorePlan(bundle.front)
  const fits =
    plan.manifest.files.length === files.length &&
    plan.manifest.files.every(({ path, size }, n) => files[n]?.path === path && files[n].file.size === size)
  if (!fits) throw new FileChanged('the files are others')
  const bundleId = Uint8Array.from(id.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const { contentKey, slot, proof } = bundle
  sealing = { plan, files: files.map(({ file }) => file), bundleId, contentKey, salts, keptAs: id }
  const fragment = await linkFragment(webPrimitives, bundle.linkKey)
  return { size: plan.sealedLength, slot, proof, fragment, keptAs: id, lock: lockOf(id) }
}

function lockOf(id: string): string {
  return `restante.sealing.${id}`
}

/** Holds a bundle until this worker ends; false where another one does, or the browser knows no locks. */
function holdAlone(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(false)
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  navigator.locks
    .request(lockOf(id), { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise(() => {}) : undefined
    })
    .catch(reject)
  return promise
}

/**
 * Seals a part, or seals it again under its salt if its bytes are the same still. The bytes are read once.
 * @param within the server has its beginning already, so that another salt would spoil it
 */
async function seal(part: number, within: boolean): Promise<Blob> {
  if (!sealing) throw new Error('no bundle was begun')
  const { plan, files, bundleId, contentKey, salts } = sealing
  const shape = bundleShape(bundleId, plan.length)
  const place = room.subarray(0, lengthOfSealedPart(shape.length, part))
  const plain = await readPart(
    plan,
    part,
    (index, start, end, into) => readFile((files[index] ?? new Blob()).slice(start, end), into),
    place.subarray(place.length - lengthOfPart(shape.length, part)),
  )
  const hash = await webPrimitives.sha256(plain)
  const before = salts.get(part)
  // guard: one salt, one plaintext -> tests/e2e/end-to-end/resume.spec.ts "a file that changed meanwhile"
  if (before ? !isEqual(before.hash, hash) : within) throw new FileChanged('a file has changed')
  const salt = before?.salt ?? webPrimitives.random(saltLength)
  const written = before ? before.written : keep(sealing, part, { salt, hash })
  if (!before) salts.set(part, { salt, hash, written })
  await written
  const sealed = await sealPart(webPrimitives, { contentKey, shape, part, salt, plain, room: place })
  // A Blob has its bytes apart, so that the next part may take the room.
  const blob = new Blob([sealed])
  // A byte of it comes once the browser has taken all: until then they are in the memory of the tab.
  await blob.slice(-1).arrayBuffer()
  return blob
}

/**
 * Reads a stretch of a file as a stream: its pieces are small, and a slice for each of them would cost three times as much.
 * @throws FileUnreadable for a file that is gone, or shorter than it was
 */
async function readFile(stretch: Blob, into: Uint8Array): Promise<void> {
  let at = 0
  try {
    const reader = stretch.stream().getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      into.set(piece.value, at)
      at += piece.value.length
      webPrimitives.release([piece.value])
    }
  } catch (cause) {
    throw new FileUnreadable('a file could not be read', { cause })
  }
  if (at < into.length) throw new FileUnreadable('a file is shorter than it was')
}

/** Keeps a salt. Without room for it, or without its bundle, the upload goes on within this page only. */
async function keep(of: Sealing, part: number, salt: KeptSalt): Promise<void> {
  if (of.keptAs === undefined) return
  const kept = await keepSalt(of.keptAs, part, salt).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'ConstraintError') throw error
    return false
  })
  if (!kept) of.keptAs = undefined
}

function hexOf(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function failureOf(error: unknown): SealingFailure {
  if (error instanceof FileChanged) return 'changed'
  if (error instanceof SealedElsewhere) return 'elsewhere'
  return error instanceof FileUnreadable ? 'unreadable' : 'other'
}
