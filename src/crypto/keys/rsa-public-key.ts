import { createPublicKey } from 'node:crypto'

/** Whether bytes are an RSA public key of so many bits, as SubjectPublicKeyInfo in DER. */
export function isRsaPublicKey(der: Uint8Array, modulusLength: number): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'rsa' && key.asymmetricKeyDetails?.modulusLength === modulusLength
  } catch {
    return false
  }
}
