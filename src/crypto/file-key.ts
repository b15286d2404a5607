import { randomBytes } from 'node:crypto'
import { newPasswordHead, passwordHeadLength, passwordSecret } from './password-head.ts'
import { openKey, sealKey, WrongKey } from './sealed-key.ts'
import { ciphertextLength, decapsulateWith, encapsulateTo, type MlKemAlgorithm } from './user-key.ts'

export { WrongKey }

/** The file a slot belongs to, and all its blobs in order. A slot opens for nothing else. */
export type SlotPlace = { readonly blobIds: readonly Uint8Array[]; readonly fileId: string }

const slotVersion = 1
/** The second byte of an ML-KEM slot: k, the rank of the module, as FIPS 203 numbers the parameter sets. */
const ranks = { 'ml-kem512': 2, 'ml-kem768': 3, 'ml-kem1024': 4 } as const satisfies Record<
  MlKemAlgorithm,
  number
>

/** A fresh key for one file: 32 random bytes. */
export function newFileKey(): Buffer {
  return randomBytes(32)
}

/** The slot that the server opens alone: the file key under the day key. */
export function sealServerSlot(fileKey: Uint8Array, dayKey: Uint8Array, place: SlotPlace): Buffer {
  return sealPlainSlot('server', fileKey, dayKey, place)
}

/** @throws WrongKey */
export function openServerSlot(slot: Uint8Array, dayKey: Uint8Array, place: SlotPlace): Buffer {
  return openPlainSlot('server', slot, dayKey, place)
}

/** The slot that wants the file password as well as the day key. @throws PasswordWorkRefused */
export async function sealPasswordSlot(
  fileKey: Uint8Array,
  dayKey: Uint8Array,
  password: string,
  place: SlotPlace,
): Promise<Buffer> {
  const head = newPasswordHead()
  const secret = await passwordSecret(dayKey, password, head)
  return Buffer.concat([
    head,
    sealKey(fileKey, secret, purpose('password'), context('password', place, head)),
  ])
}

/** @throws WrongKey for a wrong password or key, PasswordWorkRefused */
export async function openPasswordSlot(
  slot: Uint8Array,
  dayKey: Uint8Array,
  password: string,
  place: SlotPlace,
): Promise<Buffer> {
  const head = slot.subarray(0, passwordHeadLength)
  const secret = await passwordSecret(dayKey, password, head)
  return openKey(
    slot.subarray(passwordHeadLength),
    secret,
    purpose('password'),
    context('password', place, head),
  )
}

/** The slot that wants the private half of a pair as well as the day key. `publicKey` is its other half, in DER. */
export function sealMlKemSlot(
  fileKey: Uint8Array,
  dayKey: Uint8Array,
  { algorithm, publicKey }: { algorithm: MlKemAlgorithm; publicKey: Uint8Array },
  place: SlotPlace,
): Buffer {
  const { secret, ciphertext } = encapsulateTo(publicKey)
  const head = Buffer.concat([Buffer.of(slotVersion, ranks[algorithm]), ciphertext])
  const sealing = Buffer.concat([dayKey, secret])
  return Buffer.concat([head, sealKey(fileKey, sealing, purpose('ml-kem'), context('ml-kem', place, head))])
}

/** Opens it with the seed of the private half. @throws WrongKey */
export function openMlKemSlot(
  slot: Uint8Array,
  dayKey: Uint8Array,
  { algorithm, seed }: { algorithm: MlKemAlgorithm; seed: Uint8Array },
  place: SlotPlace,
): Buffer {
  checkVersion(slot)
  if (slot[1] !== ranks[algorithm]) throw new WrongKey('a slot of another parameter set')
  const head = slot.subarray(0, 2 + ciphertextLength(algorithm))
  const secret = decapsulateWith(algorithm, seed, head.subarray(2))
  const sealing = Buffer.concat([dayKey, secret])
  return openKey(slot.subarray(head.length), sealing, purpose('ml-kem'), context('ml-kem', place, head))
}

/** The file key under a download ticket: 32 random bytes that only the receiver holds. */
export function sealTicketSlot(fileKey: Uint8Array, ticket: Uint8Array, place: SlotPlace): Buffer {
  return sealPlainSlot('ticket', fileKey, ticket, place)
}

/** @throws WrongKey */
export function openTicketSlot(slot: Uint8Array, ticket: Uint8Array, place: SlotPlace): Buffer {
  return openPlainSlot('ticket', slot, ticket, place)
}

/**
 * The key of an upload under way: its address, which only the sender has, is needed as well as the day key. Until there are
 * slots for those who may open the file, the server can go on with it only when the sender does.
 * @param uploadId 16 bytes
 */
export function sealUploadSlot(
  fileKey: Uint8Array,
  dayKey: Uint8Array,
  uploadId: Uint8Array,
  fileId: string,
): Buffer {
  return sealPlainSlot('upload', fileKey, Buffer.concat([dayKey, uploadId]), { fileId, blobIds: [] })
}

/** @throws WrongKey */
export function openUploadSlot(
  slot: Uint8Array,
  dayKey: Uint8Array,
  uploadId: Uint8Array,
  fileId: string,
): Buffer {
  return openPlainSlot('upload', slot, Buffer.concat([dayKey, uploadId]), { fileId, blobIds: [] })
}

type SlotType = 'server' | 'password' | 'ml-kem' | 'ticket' | 'upload'

/** A slot with nothing in front but its version: what opens it is at hand as it is. */
function sealPlainSlot(type: SlotType, fileKey: Uint8Array, secret: Uint8Array, place: SlotPlace): Buffer {
  return Buffer.concat([
    Buffer.of(slotVersion),
    sealKey(fileKey, secret, purpose(type), context(type, place)),
  ])
}

function openPlainSlot(type: SlotType, slot: Uint8Array, secret: Uint8Array, place: SlotPlace): Buffer {
  checkVersion(slot)
  return openKey(slot.subarray(1), secret, purpose(type), context(type, place))
}

function purpose(type: SlotType): string {
  return `restante/v1 ${type} slot`
}

function context(
  type: SlotType,
  { blobIds, fileId }: SlotPlace,
  head: Uint8Array = Buffer.of(slotVersion),
): Buffer {
  return Buffer.concat([
    Buffer.from(`${purpose(type)}\0`, 'ascii'),
    head,
    ...blobIds,
    Buffer.from(fileId, 'utf8'),
  ])
}

function checkVersion(slot: Uint8Array): void {
  if (slot[0] !== slotVersion) throw new WrongKey('a slot of an unknown version')
}
