import { createPublicKey } from 'node:crypto'

/** Whether bytes are an RSA public key with a modulus of `modulusLength` bits, as SubjectPublicKeyInfo in DER. */
export function isRsaPublicKey(der: Uint8Array, modulusLength: number): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'rsa' && key.asymmetricKeyDetails?.modulusLength === modulusLength
  } catch {
    return false
  }
}
