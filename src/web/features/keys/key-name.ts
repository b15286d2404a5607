import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import { encryptionLabel } from '../../i18n/format/encryption-label.ts'

/** How a key pair is named to people: "ML-KEM-768", "RSA-2048". */
export function keyName(algorithm: KeyAlgorithm): string {
  return algorithm === 'rsa' ? `RSA-${rsaKeys.modulusLength}` : encryptionLabel(algorithm).name
}
