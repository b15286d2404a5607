import { rsaKeys } from '#contract/key-algorithms.ts'
import { Failure } from '#server/platform/failure.ts'

/** Of AES-GCM. */
const tagLength = 16

/** The bytes of an encrypted private key, in base64. @throws Failure INVALID_KEY when nothing can be in them */
export function readEncryptedPrivateKey(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= rsaKeys.saltLength + rsaKeys.ivLength + tagLength) {
    throw new Failure('INVALID_KEY', { details: 'encryptedPrivateKey: too short for salt, nonce and a key' })
  }
  return bytes
}
