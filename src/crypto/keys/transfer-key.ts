import { hkdfSync } from 'node:crypto'
import type { PasswordCost } from '../passwords/password-hash.ts'
import { newPasswordHead, passwordHeadLength, passwordSecret } from '../passwords/password-head.ts'
import { smallRandom } from '../random-bytes.ts'
import { openKey, sealKey, WrongKey } from './sealed-key.ts'
import { ciphertextLength, decapsulateWith, encapsulateTo, type MlKemAlgorithm } from './user-key.ts'

export { WrongKey }

const keyLength = 32
const lifePurpose = 'restante/v1 life key'

/** Day and transfer of a sealed life key. It opens for no other. */
type LifePlace = { readonly day: string; readonly transferId: string }

const slotVersion = 1
/** The second byte of an ML-KEM slot: k, the rank of the module, as FIPS 203 numbers the parameter sets. */
const ranks = { 'ml-kem512': 2, 'ml-kem768': 3, 'ml-kem1024': 4 } as const satisfies Record<
  MlKemAlgorithm,
  number
>

/** A fresh key for one transfer: 32 random bytes. The keys of its files follow from it. */
export function newTransferKey(): Buffer {
  return smallRandom(keyLength)
}

/** The key of one file of a transfer: HKDF-SHA-512(transfer key, no salt, info = purpose || 0 || file id). 32 bytes. */
export function deriveFileKey(transferKey: Uint8Array, fileId: string): Buffer {
  return derive(transferKey, 'restante/v1 file key', fileId)
}

/** The key under which the description of an unfinished upload is sealed. 32 bytes. */
export function deriveMetadataKey(transferKey: Uint8Array, transferId: string): Buffer {
  return derive(transferKey, 'restante/v1 upload metadata key', transferId)
}

/** A fresh life key: 32 random bytes that every slot of a transfer wants, and that end with the transfer. */
export function newLifeKey(): Buffer {
  return smallRandom(keyLength)
}

/** A life key under the key of the day on which its transfer expires. 60 bytes. */
export function sealLifeKey(lifeKey: Uint8Array, dayKey: Uint8Array, place: LifePlace): Buffer {
  return sealKey(lifeKey, dayKey, lifePurpose, lifeContext(place))
}

/** @throws WrongKey */
export function openLifeKey(sealed: Uint8Array, dayKey: Uint8Array, place: LifePlace): Buffer {
  return openKey(sealed, dayKey, lifePurpose, lifeContext(place))
}

/** The slot that the server opens alone: the transfer key under the life key. */
export function sealServerSlot(transferKey: Uint8Array, lifeKey: Uint8Array, transferId: string): Buffer {
  return sealPlainSlot('server', transferKey, lifeKey, transferId)
}

/** @throws WrongKey */
export function openServerSlot(slot: Uint8Array, lifeKey: Uint8Array, transferId: string): Buffer {
  return openPlainSlot('server', slot, lifeKey, transferId)
}

/** The slot that wants the file password as well as the life key. @throws PasswordWorkRefused */
export async function sealPasswordSlot(
  transferKey: Uint8Array,
  lifeKey: Uint8Array,
  password: string,
  transferId: string,
  cost: PasswordCost,
): Promise<Buffer> {
  const head = newPasswordHead(cost)
  const secret = await passwordSecret(lifeKey, password, head)
  return Buffer.concat([
    head,
    sealKey(transferKey, secret, purpose('password'), context('password', transferId, head)),
  ])
}

/** @throws WrongKey for a wrong password or key, PasswordWorkRefused */
export async function openPasswordSlot(
  slot: Uint8Array,
  lifeKey: Uint8Array,
  password: string,
  transferId: string,
): Promise<Buffer> {
  const head = slot.subarray(0, passwordHeadLength)
  const secret = await passwordSecret(lifeKey, password, head)
  return openKey(
    slot.subarray(passwordHeadLength),
    secret,
    purpose('password'),
    context('password', transferId, head),
  )
}

/** The slot that wants the private half of a pair as well as the life key. `publicKey` is its other half, in DER. */
export function sealMlKemSlot(
  transferKey: Uint8Array,
  lifeKey: Uint8Array,
  { algorithm, publicKey }: { algorithm: MlKemAlgorithm; publicKey: Uint8Array },
  transferId: string,
): Buffer {
  const { secret, ciphertext } = encapsulateTo(publicKey)
  const head = Buffer.concat([Buffer.of(slotVersion, ranks[algorithm]), ciphertext])
  const sealing = Buffer.concat([lifeKey, secret])
  return Buffer.concat([
    head,
    sealKey(transferKey, sealing, purpose('ml-kem'), context('ml-kem', transferId, head)),
  ])
}

/** Opens it with the seed of the private half. @throws WrongKey */
export function openMlKemSlot(
  slot: Uint8Array,
  lifeKey: Uint8Array,
  { algorithm, seed }: { algorithm: MlKemAlgorithm; seed: Uint8Array },
  transferId: string,
): Buffer {
  checkVersion(slot)
  if (slot[1] !== ranks[algorithm]) throw new WrongKey('a slot of another parameter set')
  const head = slot.subarray(0, 2 + ciphertextLength(algorithm))
  const secret = decapsulateWith(algorithm, seed, head.subarray(2))
  const sealing = Buffer.concat([lifeKey, secret])
  return openKey(slot.subarray(head.length), sealing, purpose('ml-kem'), context('ml-kem', transferId, head))
}

/** The transfer key under a download ticket: 32 random bytes that only the receiver holds. */
export function sealTicketSlot(transferKey: Uint8Array, ticket: Uint8Array, transferId: string): Buffer {
  return sealPlainSlot('ticket', transferKey, ticket, transferId)
}

/** @throws WrongKey */
export function openTicketSlot(slot: Uint8Array, ticket: Uint8Array, transferId: string): Buffer {
  return openPlainSlot('ticket', slot, ticket, transferId)
}

/**
 * The key of an upload under way: its address, which only the sender has, is needed as well as the day key. Until the slots of
 * the transfer exist, the server can continue only while the sender does.
 * @param uploadId 16 bytes
 */
export function sealUploadSlot(
  transferKey: Uint8Array,
  dayKey: Uint8Array,
  uploadId: Uint8Array,
  transferId: string,
): Buffer {
  return sealPlainSlot('upload', transferKey, Buffer.concat([dayKey, uploadId]), transferId)
}

/** @throws WrongKey */
export function openUploadSlot(
  slot: Uint8Array,
  dayKey: Uint8Array,
  uploadId: Uint8Array,
  transferId: string,
): Buffer {
  return openPlainSlot('upload', slot, Buffer.concat([dayKey, uploadId]), transferId)
}

type SlotType = 'server' | 'password' | 'ml-kem' | 'ticket' | 'upload'

/** A slot with nothing in front but its version: what opens it is at hand as it is. */
function sealPlainSlot(
  type: SlotType,
  transferKey: Uint8Array,
  secret: Uint8Array,
  transferId: string,
): Buffer {
  return Buffer.concat([
    Buffer.of(slotVersion),
    sealKey(transferKey, secret, purpose(type), context(type, transferId)),
  ])
}

function openPlainSlot(type: SlotType, slot: Uint8Array, secret: Uint8Array, transferId: string): Buffer {
  checkVersion(slot)
  return openKey(slot.subarray(1), secret, purpose(type), context(type, transferId))
}

function purpose(type: SlotType): string {
  return `restante/v1 ${type} slot`
}

function context(type: SlotType, transferId: string, head: Uint8Array = Buffer.of(slotVersion)): Buffer {
  return Buffer.concat([Buffer.from(`${purpose(type)}\0`, 'ascii'), head, Buffer.from(transferId, 'utf8')])
}

function lifeContext({ day, transferId }: LifePlace): Buffer {
  // guard: day of a life key -> src/crypto/keys/keys.test.ts "for its day and transfer only"
  //   drops day}\0${
  // guard: transfer of a life key -> src/crypto/keys/keys.test.ts "for its day and transfer only"
  //   drops \0${transferId}
  return Buffer.from(`${lifePurpose}\0${day}\0${transferId}`, 'utf8')
}

function derive(key: Uint8Array, purpose: string, id: string): Buffer {
  return Buffer.from(
    hkdfSync('sha512', key, Buffer.alloc(0), Buffer.from(`${purpose}\0${id}`, 'utf8'), keyLength),
  )
}

function checkVersion(slot: Uint8Array): void {
  if (slot[0] !== slotVersion) throw new WrongKey('a slot of an unknown version')
}
