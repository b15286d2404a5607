import { randomBytes } from 'node:crypto'
import { deriveFromPassword, passwordCosts } from './password-hash.ts'
import { openKey, sealedKeyLength, sealKey, WrongKey } from './sealed-key.ts'

export { WrongKey }

/** The file a slot belongs to. A slot opens nowhere else. */
export type SlotPlace = { readonly blobId: Uint8Array; readonly fileId: string }

const slotVersion = 1
const saltLength = 16
/** version (1) || memory in KiB (4) || passes (1) || salt (16) */
const passwordHeadLength = 1 + 4 + 1 + saltLength
/** What the stored parameters may ask of us: a slot must not be able to exhaust the server. */
const highestCost = { memory: 1024 * 1024, passes: 16 }

/** A fresh key for one file: 32 random bytes. */
export function newFileKey(): Buffer {
  return randomBytes(32)
}

/** The slot that the server opens alone: the file key under the day key. */
export function sealServerSlot(fileKey: Uint8Array, dayKey: Uint8Array, place: SlotPlace): Buffer {
  return Buffer.concat([
    Buffer.of(slotVersion),
    sealKey(fileKey, dayKey, purpose('server'), context('server', place)),
  ])
}

/** @throws WrongKey */
export function openServerSlot(slot: Uint8Array, dayKey: Uint8Array, place: SlotPlace): Buffer {
  checkVersion(slot)
  return openKey(slot.subarray(1), dayKey, purpose('server'), context('server', place))
}

/** The slot that wants the file password as well as the day key. @throws PasswordWorkRefused */
export async function sealPasswordSlot(
  fileKey: Uint8Array,
  dayKey: Uint8Array,
  password: string,
  place: SlotPlace,
): Promise<Buffer> {
  const head = Buffer.alloc(passwordHeadLength)
  head[0] = slotVersion
  head.writeUInt32BE(passwordCosts.file.memory, 1)
  head[5] = passwordCosts.file.passes
  head.set(randomBytes(saltLength), 6)
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
  checkVersion(slot)
  if (slot.length !== passwordHeadLength + sealedKeyLength)
    throw new WrongKey('a password slot has another length')
  const head = Buffer.from(slot.subarray(0, passwordHeadLength))
  const secret = await passwordSecret(dayKey, password, head)
  return openKey(
    slot.subarray(passwordHeadLength),
    secret,
    purpose('password'),
    context('password', place, head),
  )
}

/** The file key under a download ticket: 32 random bytes that only the receiver holds. */
export function sealTicketSlot(fileKey: Uint8Array, ticket: Uint8Array, place: SlotPlace): Buffer {
  return Buffer.concat([
    Buffer.of(slotVersion),
    sealKey(fileKey, ticket, purpose('ticket'), context('ticket', place)),
  ])
}

/** @throws WrongKey */
export function openTicketSlot(slot: Uint8Array, ticket: Uint8Array, place: SlotPlace): Buffer {
  checkVersion(slot)
  return openKey(slot.subarray(1), ticket, purpose('ticket'), context('ticket', place))
}

type SlotType = 'server' | 'password' | 'ticket'

function purpose(type: SlotType): string {
  return `restante/v1 ${type} slot`
}

function context(
  type: SlotType,
  { blobId, fileId }: SlotPlace,
  head: Uint8Array = Buffer.of(slotVersion),
): Buffer {
  return Buffer.concat([
    Buffer.from(`${purpose(type)}\0`, 'ascii'),
    head,
    blobId,
    Buffer.from(fileId, 'utf8'),
  ])
}

async function passwordSecret(dayKey: Uint8Array, password: string, head: Buffer): Promise<Buffer> {
  const cost = { memory: head.readUInt32BE(1), passes: head[5] ?? 0 }
  if (
    cost.memory < 8 ||
    cost.memory > highestCost.memory ||
    cost.passes < 1 ||
    cost.passes > highestCost.passes
  ) {
    throw new WrongKey('a password slot asks for an unlikely cost')
  }
  const derived = await deriveFromPassword(password, head.subarray(6), cost)
  return Buffer.concat([dayKey, derived])
}

function checkVersion(slot: Uint8Array): void {
  if (slot[0] !== slotVersion) throw new WrongKey('a slot of an unknown version')
}
