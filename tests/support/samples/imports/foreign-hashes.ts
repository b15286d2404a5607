import { argon2Sync, randomBytes } from 'node:crypto'
import { alphabet, bcrypt } from '#crypto/passwords/bcrypt/bcrypt.ts'

/** A hash as the package argon2 of npm writes it, at a low cost. */
export function argon2Hash(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 64, passes: 1, parallelism: 4 }
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=64,t=1,p=4$${salt}$${hash}`
}

/** A hash as bcrypt of npm or of PHP writes it, at the lowest cost. */
export async function bcryptHash(password: string, version: '2b' | '2y'): Promise<string> {
  const salt = randomBytes(16)
  return `$${version}$04$${writeBase64(salt)}${writeBase64(await bcrypt(password, 4, salt))}`
}

/** Bytes in the base 64 of bcrypt. */
export function writeBase64(bytes: Uint8Array): string {
  const usual = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const text = Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  return text.replace(/./g, (character) => alphabet[usual.indexOf(character)] ?? '')
}
