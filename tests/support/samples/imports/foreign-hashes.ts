import { argon2Sync, randomBytes } from 'node:crypto'

/** A hash as the package argon2 of npm writes it, at a low cost. */
export function argon2Hash(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 64, passes: 1, parallelism: 4 }
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=64,t=1,p=4$${salt}$${hash}`
}
