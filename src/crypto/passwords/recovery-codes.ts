import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveFromPassword, type PasswordCost } from './password-hash.ts'

/** Without those that look like another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeBytes = 10
const codeCount = 10

/** A recovery code as it is kept: Argon2id of it, under a salt that the codes made together share. */
type HashedCode = {
  readonly salt: Uint8Array
  /** KiB, and passes over it. */
  readonly memory: number
  readonly passes: number
  readonly hash: Uint8Array
}

/** Ten new codes of 80 random bits each, such as 7QKM-4XVB-R2TN-9HCD. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const bits = Array.from(randomBytes(codeBytes), (byte) => byte.toString(2).padStart(8, '0')).join('')
    const signs = (bits.match(/.{5}/g) ?? []).map((group) => alphabet[Number.parseInt(group, 2)])
    return (signs.join('').match(/.{4}/g) ?? []).join('-')
  })
}

/**
 * Hashes codes for keeping. Their one salt lets a code be compared with all of them for the price of one.
 * @throws PasswordWorkRefused
 */
export async function hashRecoveryCodes(codes: readonly string[], cost: PasswordCost): Promise<HashedCode[]> {
  const salt = randomBytes(16)
  const hashes: HashedCode[] = []
  for (const code of codes) hashes.push({ ...cost, salt, hash: await derive(code, salt, cost) })
  return hashes
}

/**
 * Which of the codes that were made together was typed, blanks, dashes and case apart.
 * @throws PasswordWorkRefused
 */
export async function findRecoveryCode<Code extends HashedCode>(
  typed: string,
  codes: readonly Code[],
): Promise<Code | undefined> {
  const [first] = codes
  if (!first) return undefined
  const hash = await derive(typed, first.salt, { memory: first.memory, passes: first.passes })
  return codes.find((code) => code.hash.length === hash.length && timingSafeEqual(code.hash, hash))
}

function derive(code: string, salt: Uint8Array, { memory, passes }: PasswordCost): Promise<Buffer> {
  return deriveFromPassword(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), salt, { memory, passes })
}
