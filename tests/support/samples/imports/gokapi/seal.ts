import { createCipheriv } from 'node:crypto'

const fragment = 16 * 1024

function seal(key: Uint8Array, nonce: Uint8Array, content: Uint8Array, data?: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  if (data) cipher.setAAD(data)
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** The key of a file under the master key of Gokapi. */
export function sealFileKey(key: Uint8Array, masterKey: Uint8Array, nonce: Uint8Array): Buffer {
  return seal(masterKey, nonce, key)
}

/** A file as the library secure-io/sio seals it, with a nonce of zeros. */
export function sealStream(content: Uint8Array, key: Uint8Array): Buffer {
  const nonce = (count: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt32LE(count, 8)
    return bytes
  }
  const tag = seal(key, nonce(0), new Uint8Array(0))
  const count = Math.max(1, Math.ceil(content.length / fragment))
  const chunks = Array.from({ length: count }, (_, index) => {
    const mark = Buffer.of(index === count - 1 ? 0x80 : 0)
    const chunk = content.subarray(index * fragment, (index + 1) * fragment)
    return seal(key, nonce(index + 1), chunk, Buffer.concat([mark, tag]))
  })
  return Buffer.concat(chunks)
}
