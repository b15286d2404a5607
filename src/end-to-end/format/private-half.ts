import { type Bytes, derive, isEqual, join, type PasswordCost, type Primitives, utf8 } from '../primitives.ts'
import { fromWords, toWords } from './key-words.ts'
import { seedLength } from './request-slot.ts'
import { isSlotCost, slotCost } from './slot.ts'

/** Words of a written private half: its seed, and two that are a checksum. */
export const writtenWords = 34
const checksumLength = writtenWords - seedLength
const checksumLabel = utf8('restante/e2e v1 seed\0')

/** Words of a password that a page makes (80 bits), and characters of one that a person does. */
const passwordWords = 10
const leastPassword = 16

const version = 1
const saltLength = 16
const nonceLength = 12
const headLength = 1 + 4 + 1 + saltLength
/** Bytes of a sealed private half. */
export const sealedSeedLength = headLength + nonceLength + seedLength + 16
const sealLabel = utf8('restante/e2e v1 pair\0')

/** Words that are no private half: `count` of them, or one that is not of the list, or a checksum that does not fit. */
export class WordsDamaged extends Error {
  override readonly name = 'WordsDamaged'
  readonly reason: 'count' | 'unknown' | 'checksum'
  constructor(reason: 'count' | 'unknown' | 'checksum') {
    super(`words of no private half: ${reason}`)
    this.reason = reason
  }
}

/** A private half as 34 words to keep. */
export async function writeSeed(primitives: Primitives, seed: Bytes): Promise<string[]> {
  return toWords(join([seed, await checksum(primitives, seed)]))
}

/** The private half in a text: 34 words, between which may stand numbers and signs, and lines that begin with `#`. @throws WordsDamaged */
export async function readSeed(primitives: Primitives, text: string): Promise<Bytes> {
  const lines = text.split(/\r?\n/).filter((line) => !line.trimStart().startsWith('#'))
  const written = lines.join(' ').match(/\p{L}+/gu) ?? []
  if (written.length !== writtenWords) throw new WordsDamaged('count')
  const bytes = fromWords(written)
  if (!bytes) throw new WordsDamaged('unknown')
  const seed = bytes.slice(0, seedLength)
  // guard: checksum of written words -> src/end-to-end/format/private-half.test.ts "mistaken"
  if (!isEqual(await checksum(primitives, seed), bytes.subarray(seedLength)))
    throw new WordsDamaged('checksum')
  return seed
}

async function checksum(primitives: Primitives, seed: Bytes): Promise<Bytes> {
  return (await primitives.sha256(join([checksumLabel, seed]))).slice(0, checksumLength)
}

/** A fresh password for a private half: ten words. */
export function newSeedPassword(primitives: Primitives): string {
  return toWords(primitives.random(passwordWords)).join(' ')
}

/** Whether a password may seal a private half, which the operator could guess at without any limit. */
export function mayBeSeedPassword(password: string): boolean {
  return [...password.normalize('NFC')].length >= leastPassword
}

/** Seals a private half under a password of its own. @param publicKey the other half, which it is bound to */
export async function sealSeed(
  primitives: Primitives,
  { seed, publicKey, password }: SeedToSeal & { readonly seed: Bytes },
): Promise<Bytes> {
  const memory = new Uint8Array(4)
  new DataView(memory.buffer).setUint32(0, slotCost.memory)
  const salt = primitives.random(saltLength)
  const head = join([Uint8Array.of(version), memory, Uint8Array.of(slotCost.passes), salt])
  const nonce = primitives.random(nonceLength)
  const place = join([head, publicKey])
  const key = await sealingKey(primitives, { password, salt, cost: slotCost, place })
  return join([head, nonce, await key.seal(nonce, seed, place)])
}

/** The private half; undefined for another password or altered bytes, whatever they are. */
export async function openSeed(
  primitives: Primitives,
  { sealed, publicKey, password }: SeedToSeal & { readonly sealed: Uint8Array },
): Promise<Bytes | undefined> {
  const head = Uint8Array.from(sealed.subarray(0, headLength))
  if (sealed.length !== sealedSeedLength || head[0] !== version) return undefined
  const cost = { memory: new DataView(head.buffer).getUint32(1), passes: head[5] ?? 0 }
  // guard: cost of a sealed private half -> src/end-to-end/format/private-half.test.ts "opens with its password"
  if (!isSlotCost(cost)) return undefined
  const place = join([head, publicKey])
  const key = await sealingKey(primitives, { password, salt: head.slice(6), cost, place })
  const nonce = Uint8Array.from(sealed.subarray(headLength, headLength + nonceLength))
  return key.open(nonce, Uint8Array.from(sealed.subarray(headLength + nonceLength)), place)
}

type SeedToSeal = { readonly publicKey: Bytes; readonly password: string }

async function sealingKey(
  primitives: Primitives,
  { password, salt, cost, place }: { password: string; salt: Bytes; cost: PasswordCost; place: Bytes },
) {
  const secret = await primitives.argon2id(utf8(password.normalize('NFC')), salt, cost)
  return primitives.aesGcm(await derive(primitives, secret, join([sealLabel, place])))
}
