import { randomBytes } from 'node:crypto'
import { WrongKey } from '../keys/sealed-key.ts'
import { deriveFromPassword, type PasswordCost } from './password-hash.ts'

const headVersion = 1
const saltLength = 16
/** version (1) || memory in KiB (4) || passes (1) || salt (16) */
export const passwordHeadLength = 1 + 4 + 1 + saltLength
/** Upper bounds for stored parameters: a forged head must not exhaust the server. */
const highestCost = { memory: 1024 * 1024, passes: 16 }

/** How the Argon2id output of a password is made that something new is sealed under: a fresh salt and `cost`. */
export function newPasswordHead(cost: PasswordCost): Buffer {
  const head = Buffer.alloc(passwordHeadLength)
  head[0] = headVersion
  head.writeUInt32BE(cost.memory, 1)
  head[5] = cost.passes
  head.set(randomBytes(saltLength), 6)
  return head
}

/**
 * Secret of a key and a password together: the key, then the Argon2id output that the head describes.
 * @throws WrongKey for a head that is not one, PasswordWorkRefused
 */
export async function passwordSecret(key: Uint8Array, password: string, head: Uint8Array): Promise<Buffer> {
  if (head.length !== passwordHeadLength || head[0] !== headVersion)
    throw new WrongKey('a password head of an unknown form')
  const cost = { memory: Buffer.from(head).readUInt32BE(1), passes: head[5] ?? 0 }
  if (
    cost.memory < 8 ||
    cost.memory > highestCost.memory ||
    cost.passes < 1 ||
    cost.passes > highestCost.passes
  ) {
    throw new WrongKey('a password head asks for an unlikely cost')
  }
  return Buffer.concat([key, await deriveFromPassword(password, head.subarray(6), cost)])
}
