import { argon2, createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { bcrypt, readBcrypt } from './bcrypt/bcrypt.ts'
import { inTurn } from './password-hash.ts'

const run = promisify(argon2)

/** Most that checking a hash may cost: another program chose it. */
const most = { memory: 128 * 1024, passes: 16, lanes: 16, bytes: 64, bcrypt: 13 }

const argon2Form =
  /^\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{16,88})$/

type Argon2Hash = {
  readonly algorithm: 'argon2id' | 'argon2i' | 'argon2d'
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly nonce: Buffer
  readonly hash: Buffer
}

/** Whether checkForeignHash can check passwords against a hash that another program made. */
export function isForeignHash(text: string): boolean {
  return [readArgon2(text), readCheapBcrypt(text), readSha1(text)].some((hash) => hash !== undefined)
}

/** Writes the hexadecimal SHA-1 of a password and a salt behind it for checkForeignHash; undefined for another text. */
export function writeSha1Hash(salt: string, hash: string): string | undefined {
  const text = `$sha1$${Buffer.from(salt, 'utf8').toString('base64')}$${hash.toLowerCase()}`
  return salt !== '' && isForeignHash(text) ? text : undefined
}

/**
 * Compares a password with a hash that another program made: Argon2 in the PHC string format, bcrypt, or what writeSha1Hash gives. The
 * password is taken as it was typed, and then in Unicode normal form NFC, since other programs do not normalise.
 * @throws PasswordWorkRefused, Error for a hash of another form
 */
export async function checkForeignHash(password: string, text: string): Promise<boolean> {
  const [slow, blowfish, fast] = [readArgon2(text), readCheapBcrypt(text), readSha1(text)]
  if (!slow && !blowfish && !fast) throw new Error('a hash of an unknown form')
  const forms = new Set([password, password.normalize('NFC')])
  for (const form of forms) {
    if (slow && (await isArgon2Of(form, slow))) return true
    if (blowfish && (await isBcryptOf(form, blowfish))) return true
    if (fast && timingSafeEqual(createHash('sha1').update(form).update(fast.salt).digest(), fast.hash))
      return true
  }
  return false
}

async function isArgon2Of(
  password: string,
  { algorithm, hash, ...parameters }: Argon2Hash,
): Promise<boolean> {
  const message = Buffer.from(password, 'utf8')
  const derived = await inTurn(() => run(algorithm, { message, tagLength: hash.length, ...parameters }))
  return timingSafeEqual(derived, hash)
}

function readArgon2(text: string): Argon2Hash | undefined {
  const [, name, m = '', t = '', p = '', salt = '', tag = ''] = argon2Form.exec(text) ?? []
  const algorithm = (['argon2id', 'argon2i', 'argon2d'] as const).find((one) => one === name)
  if (!algorithm) return undefined
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)]
  const [nonce, hash] = [Buffer.from(salt, 'base64'), Buffer.from(tag, 'base64')]
  const isCheap =
    memory <= most.memory && passes <= most.passes && parallelism <= most.lanes && hash.length <= most.bytes
  const isPossible = passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism && nonce.length >= 8
  return isCheap && isPossible ? { algorithm, memory, passes, parallelism, nonce, hash } : undefined
}

function readSha1(text: string): { salt: Buffer; hash: Buffer } | undefined {
  const [, salt, hash] = /^\$sha1\$([A-Za-z0-9+/=]{1,2000})\$([0-9a-f]{40})$/.exec(text) ?? []
  if (salt === undefined || hash === undefined) return undefined
  return { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'hex') }
}

type BcryptHash = NonNullable<ReturnType<typeof readBcrypt>>

function readCheapBcrypt(text: string): BcryptHash | undefined {
  const hash = readBcrypt(text)
  return hash && hash.cost >= 4 && hash.cost <= most.bcrypt ? hash : undefined
}

async function isBcryptOf(password: string, { cost, salt, hash }: BcryptHash): Promise<boolean> {
  return timingSafeEqual(await inTurn(() => bcrypt(password, cost, salt)), hash)
}
