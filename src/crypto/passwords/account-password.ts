import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveFromPassword, type PasswordCost } from './password-hash.ts'

/** Right passwords whose hash was made at another cost are `outdated`: to be hashed again while they are at hand. */
type PasswordVerdict = 'right' | 'outdated' | 'wrong'

/** Kept in place of a hash for an account without a password: none is right. */
export const noPassword = 'none'

const saltLength = 16

/**
 * Hashes an account's password for keeping: `$argon2id$v=19$m=KiB,t=passes,p=1$salt$hash`, base64 without padding
 * (the PHC string format).
 * @throws PasswordWorkRefused
 */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltLength)
  return write(cost, salt, await deriveFromPassword(password, salt, cost))
}

/**
 * Compares a password with what hashPassword made. `cost` is what a hash costs now.
 * @throws PasswordWorkRefused, Error for anything else stored
 */
export async function checkPassword(
  password: string,
  stored: string,
  cost: PasswordCost,
): Promise<PasswordVerdict> {
  if (stored === noPassword) {
    await checkNoPassword(password, cost)
    return 'wrong'
  }
  const { cost: storedCost, salt, hash } = read(stored)
  const derived = await deriveFromPassword(password, salt, storedCost)
  if (derived.length !== hash.length || !timingSafeEqual(derived, hash)) return 'wrong'
  return storedCost.memory === cost.memory && storedCost.passes === cost.passes ? 'right' : 'outdated'
}

/** Does the work of checkPassword where there is nothing to compare with, so that the time reveals nothing. */
export async function checkNoPassword(password: string, cost: PasswordCost): Promise<void> {
  await deriveFromPassword(password, Buffer.alloc(saltLength), cost)
}

function write({ memory, passes }: PasswordCost, salt: Uint8Array, hash: Uint8Array): string {
  const [saltText, hashText] = [salt, hash].map((bytes) =>
    Buffer.from(bytes).toString('base64').replace(/=+$/, ''),
  )
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${saltText}$${hashText}`
}

function read(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored) ?? []
  if (!memory || !passes) throw new Error('a stored password hash has another format')
  return {
    cost: { memory: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
