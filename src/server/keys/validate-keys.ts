import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import { accountLengths } from '#contract/transfers/limits.ts'
import { type Names, validatePassword } from '#server/identity/accounts/account-rules.ts'
import { Failure } from '#server/platform/failure.ts'

/** Whether a key password may be set: by the rules of account passwords. @throws Failure as validatePassword does */
export function validateKeyPassword(password: string, names: Names): void {
  if ([...password.normalize('NFC')].length < accountLengths.password.least) {
    throw new Failure('PASSWORD_TOO_SHORT', { message: 'Password must be at least 8 characters.' })
  }
  validatePassword(password, names)
}

/** Bytes of a tag of AES-GCM. */
const tagLength = 16

/** The bytes of an encrypted private key, in base64. @throws Failure INVALID_KEY when nothing can be in them */
export function readEncryptedPrivateKey(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= rsaKeys.saltLength + rsaKeys.ivLength + tagLength) {
    throw new Failure('INVALID_KEY', { details: 'encryptedPrivateKey: too short for salt, nonce and a key' })
  }
  return bytes
}
