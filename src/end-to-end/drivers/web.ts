import { argon2idAsync } from '@noble/hashes/argon2.js'
import type { Bytes, Primitives } from '../primitives.ts'

const { subtle } = crypto

/**
 * The driver of browsers: WebCrypto, and Argon2id in JavaScript, which belongs into a worker. Without TLS a browser has no
 * `crypto.subtle`: the caller checks that first.
 */
export const webPrimitives: Primitives = {
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  async hmacSha512(bytes, message) {
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign'])
    return new Uint8Array(await subtle.sign('HMAC', key, message))
  },
  async argon2id(password, salt, { memory, passes }) {
    // Pauses are for pages. A worker has none to keep alive.
    const output = await argon2idAsync(password, salt, {
      m: memory,
      t: passes,
      p: 1,
      dkLen: 32,
      asyncTick: 1000,
    })
    return Uint8Array.from(output)
  },
  async aesGcm(bytes) {
    const key = await subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    return {
      async seal(iv, plain, additionalData = none) {
        return new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain))
      },
      async open(iv, sealed, additionalData = none) {
        try {
          // guard: tag, computed by WebCrypto -> src/end-to-end/format/bundle.test.ts "every flipped byte"
          return new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed))
        } catch (error) {
          if (error instanceof DOMException && error.name === 'OperationError') return undefined
          throw error
        }
      },
    }
  },
  release: (buffers) =>
    bin.postMessage(
      undefined,
      buffers.map(({ buffer }) => buffer),
    ),
}

/** Takes buffers away through a port whose other end is closed: a collector lets a hundred megabytes of chunks lie. */
const { port1: bin, port2: otherEnd } = new MessageChannel()
otherEnd.close()

const none: Bytes = new Uint8Array(0)
