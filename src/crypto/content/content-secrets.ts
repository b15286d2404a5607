import { createHmac } from 'node:crypto'
import { commitmentLength, saltLength } from './content-sizes.ts'

const label = Buffer.from('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0', 'ascii')
const keyLength = 32
const nonceLength = 12

type ContentSecrets = { key: Buffer; baseNonce: Buffer; commitment: Buffer }

/**
 * The secrets of one message: key || base nonce || commitment = HKDF-Expand-SHA-512(input key, label || salt ||
 * context), as c2sp.org/chunked-encryption defines it for Cobblestone-256.
 * @throws RangeError for a key that is not 32 bytes or a salt that is not 24
 */
export function deriveContentSecrets(
  inputKey: Uint8Array,
  salt: Uint8Array,
  context: Uint8Array,
): ContentSecrets {
  if (inputKey.length !== keyLength) throw new RangeError('a content key has 32 bytes')
  if (salt.length !== saltLength) throw new RangeError('a salt has 24 bytes')
  const info = Buffer.concat([label, salt, context])
  const first = createHmac('sha512', inputKey).update(info).update(Buffer.of(1)).digest()
  const second = createHmac('sha512', inputKey).update(first).update(info).update(Buffer.of(2)).digest()
  const output = Buffer.concat([first, second])
  return {
    key: output.subarray(0, keyLength),
    baseNonce: output.subarray(keyLength, keyLength + nonceLength),
    commitment: output.subarray(keyLength + nonceLength, keyLength + nonceLength + commitmentLength),
  }
}

/**
 * Gives the nonce of a chunk: the base nonce with the chunk's number, big-endian, XORed into its last eight bytes. It is the
 * same memory each time, so a nonce holds until the next is asked for.
 */
export function createChunkNonces(baseNonce: Buffer): (index: number) => Buffer {
  const nonce = Buffer.from(baseNonce)
  const high = baseNonce.readUInt32BE(4)
  const low = baseNonce.readUInt32BE(8)
  return (index) => {
    nonce.writeUInt32BE((high ^ Math.floor(index / 2 ** 32)) >>> 0, 4)
    nonce.writeUInt32BE((low ^ (index % 2 ** 32)) >>> 0, 8)
    return nonce
  }
}
