import { checkForeignHash } from '../passwords/foreign-hash.ts'
import { openKey, sealedOverhead, sealKey, WrongKey } from './sealed-key.ts'

/** Version of a password slot that keeps a hash. Releases without it take no password for the right one. */
const hashedVersion = 2
const headLength = 1
const keyLength = 32
const purpose = 'restante/v1 hashed slot'

/**
 * A password slot for a transfer whose password is known by a hash alone, which another program made: the transfer key and the
 * hash under the life key. The server could open it without the password; the first right one replaces it.
 */
export function sealHashedSlot(
  transferKey: Uint8Array,
  lifeKey: Uint8Array,
  hash: string,
  transferId: string,
): Buffer {
  const content = Buffer.concat([transferKey, Buffer.from(hash, 'ascii')])
  const head = Buffer.of(hashedVersion)
  return Buffer.concat([head, sealKey(content, lifeKey, purpose, context(transferId))])
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
  const length = slot.length - headLength - sealedOverhead
  if (!isHashedSlot(slot) || length < keyLength) throw new WrongKey('a slot without a hash')
  const content = openKey(slot.subarray(headLength), lifeKey, purpose, context(transferId), length)
  const transferKey = Buffer.from(content.subarray(0, keyLength))
  const hash = content.toString('ascii', keyLength)
  content.fill(0)
  // guard: password of a hashed slot -> src/crypto/keys/hashed-slot.test.ts "opens with its password only"
  //   !(await checkForeignHash(password, hash)) becomes false
  if (!(await checkForeignHash(password, hash))) {
    transferKey.fill(0)
    throw new WrongKey('a wrong password')
  }
  return transferKey
}

function context(transferId: string): Buffer {
  const head = Buffer.of(hashedVersion)
  return Buffer.concat([Buffer.from(`${purpose}\0`, 'ascii'), head, Buffer.from(transferId, 'utf8')])
}
