import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomFillSync,
} from 'node:crypto'
import { promisify } from 'node:util'
import { type Bytes, join, type Primitives } from '../primitives.ts'

const algorithm = 'aes-256-gcm'
const tagLength = 16
const runArgon2 = promisify(argon2)

/** The driver of programs: node:crypto. */
export const nodePrimitives: Primitives = {
  random: (length) => randomFillSync(new Uint8Array(length)),
  sha256: async (bytes) => own(createHash('sha256').update(bytes).digest()),
  hmacSha512: async (key, message) => own(createHmac('sha512', key).update(message).digest()),
  argon2id: async (password, salt, { memory, passes }) =>
    own(
      await runArgon2('argon2id', {
        message: password,
        nonce: salt,
        parallelism: 1,
        tagLength: 32,
        memory,
        passes,
      }),
    ),
  async aesGcm(bytes) {
    if (bytes.length !== 32) throw new RangeError('a key of AES-256 has 32 bytes')
    const key = createSecretKey(bytes)
    return {
      async seal(nonce, plain, associated = new Uint8Array(0)) {
        const cipher = createCipheriv(algorithm, key, nonce).setAAD(associated)
        return join([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      },
      async open(nonce, sealed, associated = new Uint8Array(0)) {
        const end = sealed.length - tagLength
        if (end < 0) return undefined
        const decipher = createDecipheriv(algorithm, key, nonce)
        decipher.setAAD(associated).setAuthTag(sealed.subarray(end))
        const plain = decipher.update(sealed.subarray(0, end))
        try {
          // guard: tag, computed by node:crypto -> src/end-to-end/format/bundle.test.ts "every flipped byte"
          decipher.final()
        } catch {
          return undefined
        }
        return own(plain)
      },
    }
  },
  // Node's collector is told how much buffers hold.
  release() {},
}

/** Node's buffers may share memory with others. */
function own(buffer: Buffer): Bytes {
  return Uint8Array.from(buffer)
}
