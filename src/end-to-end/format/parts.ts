import { type Bytes, expand, type GcmKey, isEqual, join, type Primitives, utf8 } from '../primitives.ts'
import {
  type BundleShape,
  chunkLength,
  chunksOfPart,
  lengthOfPart,
  lengthOfSealedPart,
  preambleLength,
  saltLength,
  tagLength,
} from './sizes.ts'

/** Bytes that are not what the sender sealed. With a right proof this is damage, never a wrong password. */
export class BundleDamaged extends Error {
  override readonly name = 'BundleDamaged'
}

const contextLabel = utf8('restante/e2e v1\0')
const infoLabel = utf8('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0')
/** Chunks that are sealed or opened at once, which hides what a call of WebCrypto costs. */
export const chunksAtOnce = 64

/** A message of c2sp.org/chunked-encryption: its key, first nonce and commitment. */
type PartSecrets = { readonly key: GcmKey; readonly nonce: Bytes; readonly commitment: Bytes }

async function deriveSecrets(
  primitives: Primitives,
  contentKey: Bytes,
  shape: BundleShape,
  part: number,
  salt: Uint8Array,
): Promise<PartSecrets> {
  const place = new Uint8Array(16)
  const numbers = new DataView(place.buffer)
  // guard: place of a part -> src/end-to-end/format/bundle.test.ts "swapped"
  numbers.setUint32(0, part)
  numbers.setUint32(4, shape.parts)
  numbers.setBigUint64(8, BigInt(shape.length))
  const info = join([infoLabel, salt, contextLabel, shape.id, place])
  const output = await expand(primitives, contentKey, info, 76)
  return {
    key: await primitives.aesGcm(output.slice(0, 32)),
    nonce: output.slice(32, 44),
    commitment: output.slice(44),
  }
}

/** Nonce of a chunk: its number XORed into the last bytes. A part has 1025 chunks at most. */
function chunkNonce(base: Bytes, chunk: number): Bytes {
  const nonce = base.slice()
  const view = new DataView(nonce.buffer)
  view.setUint32(8, (view.getUint32(8) ^ chunk) >>> 0)
  return nonce
}

/**
 * Seals a part: `salt 24 || commitment 32 || chunks`.
 * @param salt random, and never used for other bytes: a part that is sealed again after a break has the same plaintext
 * @param plain the whole part
 * @param room memory of a whole sealed part that it is put into; fresh memory otherwise. The plaintext may lie at its end: what
 *   is sealed grows towards it, and never reaches what is still to be sealed
 */
export async function sealPart(
  primitives: Primitives,
  {
    contentKey,
    shape,
    part,
    salt,
    plain,
    room,
  }: { contentKey: Bytes; shape: BundleShape; part: number; salt: Bytes; plain: Bytes; room?: Bytes },
): Promise<Bytes> {
  const length = lengthOfPart(shape.length, part)
  if (salt.length !== saltLength || part < 0 || part >= shape.parts || plain.length !== length)
    throw new RangeError('this is no part of the bundle')
  const secrets = await deriveSecrets(primitives, contentKey, shape, part, salt)
  const chunks = chunksOfPart(shape.length, part)
  const sealedLength = lengthOfSealedPart(shape.length, part)
  const sealed =
    room && room.length >= sealedLength ? room.subarray(0, sealedLength) : new Uint8Array(sealedLength)
  sealed.set(salt)
  sealed.set(secrets.commitment, saltLength)
  let at = preambleLength
  for (let first = 0; first < chunks; first += chunksAtOnce) {
    const group = Array.from({ length: Math.min(chunksAtOnce, chunks - first) }, (_, n) => first + n)
    const made = await Promise.all(
      group.map((n) =>
        secrets.key.seal(
          chunkNonce(secrets.nonce, n),
          plain.subarray(n * chunkLength, (n + 1) * chunkLength),
        ),
      ),
    )
    for (const chunk of made) {
      sealed.set(chunk, at)
      at += chunk.length
    }
    primitives.release(made)
  }
  return sealed
}

/** Opens chunks of one part, in any order. */
export type PartOpener = {
  /** @throws BundleDamaged */
  open(chunk: number, sealed: Bytes): Promise<Bytes>
}

/**
 * Prepares to open a part.
 * @param preamble its first 56 bytes
 * @throws BundleDamaged for another bundle, key, place, number of parts or length
 */
export async function openPart(
  primitives: Primitives,
  {
    contentKey,
    shape,
    part,
    preamble,
  }: { contentKey: Bytes; shape: BundleShape; part: number; preamble: Bytes },
): Promise<PartOpener> {
  if (preamble.length !== preambleLength) throw new BundleDamaged('a part is too short')
  const secrets = await deriveSecrets(primitives, contentKey, shape, part, preamble.subarray(0, saltLength))
  // guard: commitment of a part -> src/end-to-end/format/bundle.test.ts "every flipped byte"
  if (!isEqual(secrets.commitment, preamble.subarray(saltLength)))
    throw new BundleDamaged(`part ${part} is not the one that was sealed`)
  const length = lengthOfPart(shape.length, part)
  return {
    async open(chunk, sealed) {
      const expected = Math.min(chunkLength, length - chunk * chunkLength)
      if (chunk < 0 || expected < 0 || sealed.length !== expected + tagLength)
        throw new BundleDamaged(`chunk ${chunk} of part ${part} has a wrong length`)
      const plain = await secrets.key.open(chunkNonce(secrets.nonce, chunk), sealed)
      // guard: tag of a chunk of a bundle -> src/end-to-end/format/bundle.test.ts "every flipped byte"
      if (!plain) throw new BundleDamaged(`chunk ${chunk} of part ${part} was altered`)
      return plain
    },
  }
}
