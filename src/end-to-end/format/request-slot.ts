import { type Bytes, isEqual, join, type Primitives, utf8, type XWing } from '../primitives.ts'
import { type NewSlot, requestSlotHead, SlotDamaged, type SlotHead, sealSlot } from './slot.ts'

/** Bytes of a public key of X-Wing, and of the seed that is its private half. */
export const publicKeyLength = 1216
export const seedLength = 32

/** Stands before a public key in its fingerprint. */
export const requestKeyLabel = utf8('restante/e2e v1 request\0')

/** A seed that belongs to another key than a slot was made for. */
export class OtherRequestKey extends Error {
  override readonly name = 'OtherRequestKey'
}

/** The fingerprint of a public key (32 bytes), which the link of a request carries. */
export function requestKeyHash(primitives: Primitives, publicKey: Bytes): Promise<Bytes> {
  if (publicKey.length !== publicKeyLength) throw new RangeError('a public key of X-Wing has 1216 bytes')
  return primitives.sha256(join([requestKeyLabel, publicKey]))
}

/** A secret for the owner of a request, and what brings it to them. */
export type RequestSecret = { readonly keyHash: Bytes; readonly ciphertext: Bytes; readonly secret: Bytes }

/** A fresh secret for the holder of a public key. @throws Error for a public key that is none */
export async function newRequestSecret(
  primitives: Primitives,
  xWing: XWing,
  publicKey: Bytes,
): Promise<RequestSecret> {
  const keyHash = await requestKeyHash(primitives, publicKey)
  return { keyHash, ...(await xWing.encapsulate(publicKey)) }
}

/** A slot that only the owner of a request opens. @param given a secret that has served for no other slot */
export async function makeRequestSlot(
  primitives: Primitives,
  given: RequestSecret,
  { contentKey, bundleId }: { contentKey: Bytes; bundleId: Bytes },
): Promise<NewSlot> {
  const { keyHash, ciphertext, secret } = given
  return sealSlot(primitives, { head: requestSlotHead(bundleId, keyHash, ciphertext), secret, contentKey })
}

/**
 * The secret of a slot for the owner of a request.
 * @throws OtherRequestKey for a seed of another key
 * @throws SlotDamaged for another kind of slot, and a ciphertext that is none
 */
export async function requestSecret(
  primitives: Primitives,
  xWing: XWing,
  seed: Bytes,
  head: SlotHead,
): Promise<Bytes> {
  if (!head.recipient) throw new SlotDamaged('a slot that a link opens')
  const publicKey = await xWing.publicKeyOf(seed)
  // guard: the key that a slot was made for -> src/end-to-end/format/request-slot.test.ts "for no other"
  if (!isEqual(await requestKeyHash(primitives, publicKey), head.recipient.keyHash))
    throw new OtherRequestKey('the slot was made for another key')
  try {
    return await xWing.decapsulate(seed, head.recipient.ciphertext)
  } catch (cause) {
    throw new SlotDamaged('a ciphertext that is none', { cause })
  }
}
