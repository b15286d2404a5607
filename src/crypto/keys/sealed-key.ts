import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { smallRandom } from '../random-bytes.ts'

/** A wrapped key that does not open: the wrong key or password, or altered bytes. One cannot tell which. */
export class WrongKey extends Error {
  override readonly name = 'WrongKey'
}

const nonceLength = 12
const tagLength = 16
const keyLength = 32

/** Bytes that sealing adds. */
export const sealedOverhead = nonceLength + tagLength

/**
 * Seals a key under another with AES-256-GCM: nonce (12) || ciphertext (as long as the key) || tag (16). The sealing
 * key is HKDF-SHA-512(secret, no salt, info = `purpose`); `context` is authenticated with it.
 */
export function sealKey(key: Uint8Array, secret: Uint8Array, purpose: string, context: Uint8Array): Buffer {
  const nonce = smallRandom(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', derive(secret, purpose), nonce).setAAD(context)
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

/** Opens what sealKey made of a key of `length` bytes. @throws WrongKey */
export function openKey(
  sealed: Uint8Array,
  secret: Uint8Array,
  purpose: string,
  context: Uint8Array,
  length = keyLength,
): Buffer {
  // guard: length of a sealed key -> src/crypto/keys/keys.test.ts "of another length"
  if (sealed.length !== nonceLength + length + tagLength)
    throw new WrongKey('a sealed key has another length')
  const decipher = createDecipheriv('aes-256-gcm', derive(secret, purpose), sealed.subarray(0, nonceLength))
  decipher.setAAD(context).setAuthTag(sealed.subarray(nonceLength + length))
  const key = decipher.update(sealed.subarray(nonceLength, nonceLength + length))
  try {
    // guard: tag of a sealed key -> src/crypto/keys/keys.test.ts "every altered byte of a slot"
    decipher.final()
  } catch (cause) {
    throw new WrongKey('the key does not open', { cause })
  }
  return key
}

function derive(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha512', secret, Buffer.alloc(0), Buffer.from(purpose, 'ascii'), keyLength))
}
