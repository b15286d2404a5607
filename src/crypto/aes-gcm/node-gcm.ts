import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
} from 'node:crypto'
import { type Gcm, type GcmDriver, requireKey, requireNonce, requireRange, tagLength } from './gcm.ts'

const algorithm = 'aes-256-gcm'

/** The driver for every Node. It makes a cipher object for each message and copies what comes out of it. */
export const nodeGcm: GcmDriver = { name: 'node:crypto', create, wipe: (key) => key.fill(0) }

function create(bytes: Uint8Array): Gcm {
  requireKey(bytes)
  let key: KeyObject | undefined = createSecretKey(bytes)
  let cipher: CipherGCM | undefined

  function requireOpen(): KeyObject {
    if (!key) throw new Error('the key was wiped')
    return key
  }
  return {
    begin(nonce) {
      requireNonce(nonce)
      cipher = createCipheriv(algorithm, requireOpen(), nonce)
    },
    encrypt(input, from, to, output, at) {
      requireRange(input, from, to)
      requireRange(output, at, at + to - from)
      if (!cipher) throw new Error('no message was begun')
      output.set(cipher.update(input.subarray(from, to)), at)
    },
    end(output, at) {
      requireRange(output, at, at + tagLength)
      if (!cipher) throw new Error('no message was begun')
      cipher.final()
      output.set(cipher.getAuthTag(), at)
      cipher = undefined
    },
    open(nonce, input, from, to, output, at) {
      const end = to - tagLength
      requireNonce(nonce)
      requireRange(input, from, end)
      requireRange(input, end, to)
      requireRange(output, at, at + end - from)
      const decipher = createDecipheriv(algorithm, requireOpen(), nonce)
      const plain = decipher.update(input.subarray(from, end))
      decipher.setAuthTag(input.subarray(end, to))
      try {
        // guard: tag of a message, computed by node:crypto -> src/crypto/aes-gcm/aes-gcm.test.ts "node:crypto: a refused message"
        decipher.final()
      } catch {
        output.fill(0, at, at + end - from)
        return false
      }
      output.set(plain, at)
      return true
    },
    // The key's memory is Node's, which wipes it when it is collected.
    [Symbol.dispose]() {
      key = undefined
      cipher = undefined
    },
  }
}
