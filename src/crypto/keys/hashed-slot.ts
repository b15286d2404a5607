import { checkForeignHash } from '../passwords/foreign-hash.ts'
import { openKey, sealKey, WrongKey } from './sealed-key.ts'

/** Version of a password slot that keeps a hash. Releases without it take no password for the right one. */
const hashedVersion = 2
const headLength = 3
const purpose = 'restante/v1 hashed slot'

/**
 * A password slot for a transfer whose password is known by a hash alone, which another program made: the transfer key under the
 * life key, behind the hash. The server could open it without the password; the first right one replaces it.
 */
export function sealHashedSlot(
  transferKey: Uint8Array,
  lifeKey: Uint8Array,
  hash: string,
  transferId: string,
): Buffer {
  const text = Buffer.from(hash, 'ascii')
  const head = Buffer.alloc(headLength + text.length)
  head[0] = hashedVersion
  head.writeUInt16BE(text.length, 1)
  head.set(text, headLength)
  return Buffer.concat([head, sealKey(transferKey, lifeKey, purpose, context(head, transferId))])
}

/** Whether a password slot keeps a hash. */
export function isHashedSlot(slot: Uint8Array): boolean {
  return slot[0] === hashedVersion
}

/** @throws WrongKey for a wrong password or key, PasswordWorkRefused */
export async function openHashedSlot(
  slot: Uint8Array,
  lifeKey: Uint8Array,
  password: string,
  transferId: string,
): Promise<Buffer> {
  const bytes = Buffer.from(slot)
  if (!isHashedSlot(bytes) || bytes.length < headLength) throw new WrongKey('a slot without a hash')
  const head = bytes.subarray(0, headLength + bytes.readUInt16BE(1))
  // Opens before the password is compared, so that a hash that was altered does not choose the cost.
  const transferKey = openKey(bytes.subarray(head.length), lifeKey, purpose, context(head, transferId))
  // guard: password of a hashed slot -> src/crypto/keys/hashed-slot.test.ts "opens with its password only"
  //   !(await checkForeignHash(password, head.toString('ascii', headLength))) becomes false
  if (!(await checkForeignHash(password, head.toString('ascii', headLength)))) {
    transferKey.fill(0)
    throw new WrongKey('a wrong password')
  }
  return transferKey
}

function context(head: Uint8Array, transferId: string): Buffer {
  return Buffer.concat([Buffer.from(`${purpose}\0`, 'ascii'), head, Buffer.from(transferId, 'utf8')])
}
