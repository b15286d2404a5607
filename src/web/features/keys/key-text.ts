import { ApiError } from '#client/api-error.ts'
import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import { encryptionLabel } from '../../i18n/format/encryption-label.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { failureText } from '../../ui/messages/failure-text.ts'

/** Texts for codes that occur only with keys. */
const byCode: Readonly<Record<string, TextKey>> = {
  INVALID_KEY_PASSWORD: 'code.INVALID_KEY_PASSWORD',
  KEY_EXISTS: 'keys.exists',
  KEY_NOT_FOUND: 'keys.gone',
  NO_CRYPTO: 'keys.noCrypto',
  PASSWORD_TOO_SHORT: 'keys.passwordShort',
}

/** A failed call about a key in words; see failureText. */
export function keyFailureText(error: unknown, otherwise: TextKey): string {
  const known = error instanceof ApiError ? byCode[error.code] : undefined
  return known ? t(known) : failureText(error, otherwise)
}

/** How a key pair is named to people: "ML-KEM-768", "RSA-2048". */
export function keyName(algorithm: KeyAlgorithm): string {
  if (algorithm === 'x-wing') return t('requestKey.name')
  return algorithm === 'rsa' ? `RSA-${rsaKeys.modulusLength}` : encryptionLabel(algorithm).name
}
