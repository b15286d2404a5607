import { type Bytes, derive, isEqual, join, type PasswordCost, type Primitives, utf8 } from '../primitives.ts'
import { bundleIdLength } from './sizes.ts'

const version = 1
const kinds = { link: 0, password: 1, request: 2 } as const
type SlotKind = keyof typeof kinds

const passwordSaltLength = 16
const nonceLength = 12
const keyLength = 32
const sealedKeyLength = nonceLength + keyLength + 16
export const keyHashLength = 32
const ciphertextLength = 1120
const headLengths: Readonly<Record<SlotKind, number>> = {
  link: 2 + bundleIdLength,
  password: 2 + 4 + 1 + passwordSaltLength + bundleIdLength,
  request: 2 + keyHashLength + ciphertextLength + bundleIdLength,
}

/** Argon2id of new slots, and the range that readers and the server take: cheaper ones make guessing cheap. */
export const slotCost: PasswordCost = { memory: 64 * 1024, passes: 3 }
const costRange = { memory: [64 * 1024, 128 * 1024], passes: [3, 6] } as const

const slotLabel = utf8('restante/e2e v1 slot\0')
const proofLabel = utf8('restante/e2e v1 proof\0')

/** A slot or head of another version, kind, length or cost. */
export class SlotDamaged extends Error {
  override readonly name = 'SlotDamaged'
}

export type SlotHead = {
  readonly bytes: Bytes
  readonly bundleId: Bytes
  readonly kind: SlotKind
  /** Only with a password. */
  readonly password: { readonly cost: PasswordCost; readonly salt: Bytes } | undefined
  /** Only for the owner of a request: hash of their public key, and the ciphertext of X-Wing. */
  readonly recipient: { readonly keyHash: Bytes; readonly ciphertext: Bytes } | undefined
}

/** @throws SlotDamaged */
export function readSlotHead(bytes: Uint8Array): SlotHead {
  const head = Uint8Array.from(bytes)
  const kind = kindOf(head[1])
  // guard: version, kind and length of a slot -> src/end-to-end/format/slot.test.ts "other kinds and lengths"
  if (head[0] !== version || !kind || head.length !== headLengths[kind])
    throw new SlotDamaged('a slot of an unknown version, kind or length')
  const bundleId = head.slice(-bundleIdLength)
  const common = { bytes: head, bundleId, kind, password: undefined, recipient: undefined }
  if (kind === 'link') return common
  if (kind === 'request') {
    const ciphertextAt = 2 + keyHashLength
    const ciphertext = head.slice(ciphertextAt, ciphertextAt + ciphertextLength)
    return { ...common, recipient: { keyHash: head.slice(2, ciphertextAt), ciphertext } }
  }
  const cost = { memory: new DataView(head.buffer).getUint32(2), passes: head[6] ?? 0 }
  // guard: cost of guesses -> src/end-to-end/format/slot.test.ts "costs"
  if (!isSlotCost(cost)) throw new SlotDamaged('a slot of an unlikely cost')
  return { ...common, password: { cost, salt: head.slice(7, 7 + passwordSaltLength) } }
}

function kindOf(number: number | undefined): SlotKind | undefined {
  if (number === kinds.link) return 'link'
  if (number === kinds.password) return 'password'
  return number === kinds.request ? 'request' : undefined
}

/** Whether readers take a cost, which the server hands out: a cheaper one makes guessing cheap, a dearer one stops the page. */
export function isSlotCost({ memory, passes }: PasswordCost): boolean {
  return isWithin(memory, costRange.memory) && isWithin(passes, costRange.passes)
}

function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most
}

/** Head of a whole slot. @throws SlotDamaged */
export function headOfSlot(slot: Uint8Array): SlotHead {
  if (slot.length <= sealedKeyLength) throw new SlotDamaged('a slot of an unknown length')
  return readSlotHead(slot.subarray(0, slot.length - sealedKeyLength))
}

/** A fresh head, with a salt of its own where there is a password. */
function newSlotHead(
  primitives: Primitives,
  bundleId: Bytes,
  withPassword: boolean,
  cost: PasswordCost,
): SlotHead {
  if (bundleId.length !== bundleIdLength) throw new RangeError('the id of a bundle has 16 bytes')
  if (!withPassword) return readSlotHead(join([Uint8Array.of(version, kinds.link), bundleId]))
  const memory = new Uint8Array(4)
  new DataView(memory.buffer).setUint32(0, cost.memory)
  const salt = primitives.random(passwordSaltLength)
  const start = Uint8Array.of(version, kinds.password)
  return readSlotHead(join([start, memory, Uint8Array.of(cost.passes), salt, bundleId]))
}

/** A head for the owner of a request. */
export function requestSlotHead(bundleId: Bytes, keyHash: Bytes, ciphertext: Bytes): SlotHead {
  return readSlotHead(join([Uint8Array.of(version, kinds.request), keyHash, ciphertext, bundleId]))
}

/**
 * Secret that a slot is sealed under: the key of the link, and with a password its Argon2id output. It is derived once for the
 * proof and the slot, because that takes seconds.
 * @throws SlotDamaged for a slot that has no link
 */
export async function slotSecret(
  primitives: Primitives,
  linkKey: Bytes,
  head: SlotHead,
  password: string | undefined,
): Promise<Bytes> {
  if (head.recipient) throw new SlotDamaged('a slot for the owner of a request, which no link opens')
  if (!head.password) return linkKey
  if (!password) throw new RangeError('this slot wants a password')
  const text = utf8(password.normalize('NFC'))
  return join([linkKey, await primitives.argon2id(text, head.password.salt, head.password.cost)])
}

/** Shows the server that its sender has the secret; the server keeps its SHA-256. */
export function proofOf(primitives: Primitives, secret: Bytes, head: SlotHead): Promise<Bytes> {
  return derive(primitives, secret, join([proofLabel, head.bytes]))
}

export type NewSlot = { readonly slot: Bytes; readonly proof: Bytes; readonly proofHash: Bytes }

/** A slot with a content key in it, for an upload or a changed password. An empty password is none. */
export async function makeSlot(
  primitives: Primitives,
  {
    linkKey,
    contentKey,
    bundleId,
    password,
    cost = slotCost,
  }: {
    linkKey: Bytes
    contentKey: Bytes
    bundleId: Bytes
    password?: string | undefined
    cost?: PasswordCost
  },
): Promise<NewSlot> {
  const head = newSlotHead(primitives, bundleId, Boolean(password), cost)
  return sealSlot(primitives, {
    head,
    secret: await slotSecret(primitives, linkKey, head, password),
    contentKey,
  })
}

/** A slot under a secret that belongs to its head. */
export async function sealSlot(
  primitives: Primitives,
  { head, secret, contentKey }: { head: SlotHead; secret: Bytes; contentKey: Bytes },
): Promise<NewSlot> {
  const nonce = primitives.random(nonceLength)
  const key = await primitives.aesGcm(await derive(primitives, secret, join([slotLabel, head.bytes])))
  const sealed = await key.seal(nonce, contentKey, head.bytes)
  const proof = await proofOf(primitives, secret, head)
  return { slot: join([head.bytes, nonce, sealed]), proof, proofHash: await primitives.sha256(proof) }
}

/**
 * The content key in a slot; undefined for another secret or altered bytes, which is damage where the server took the proof.
 * @throws SlotDamaged where the slot has another head than the one that the proof was made for
 */
export async function openSlot(
  primitives: Primitives,
  { slot, head, secret }: { slot: Uint8Array; head: SlotHead; secret: Bytes },
): Promise<Bytes | undefined> {
  // guard: the head that was proven -> src/end-to-end/format/slot.test.ts "another head"
  if (!isEqual(headOfSlot(slot).bytes, head.bytes)) throw new SlotDamaged('the slot was exchanged')
  const sealed = Uint8Array.from(slot.subarray(head.bytes.length))
  const key = await primitives.aesGcm(await derive(primitives, secret, join([slotLabel, head.bytes])))
  return key.open(sealed.slice(0, nonceLength), sealed.slice(nonceLength), head.bytes)
}
