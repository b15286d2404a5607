import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** An RSA key and what a browser would send with it; the server cannot tell that nothing is encrypted in it. */
export function rsaKey(modulusLength = 2048) {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return {
    keyType: 'rsa' as const,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    encryptedPrivateKey: randomBytes(1250).toString('base64'),
  }
}
