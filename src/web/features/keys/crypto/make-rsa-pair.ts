import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import type { StoreKeyRequest } from '#contract/accounts/keys.ts'
import { toBase64 } from './base64.ts'
import { lockPrivateKey } from './lock-private-key.ts'

/** A new RSA pair, its private half locked under the key password before it leaves this browser. */
export async function makeRsaPair(password: string): Promise<StoreKeyRequest> {
  const { modulusLength } = rsaKeys
  const kind = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength, publicExponent: Uint8Array.of(1, 0, 1) }
  const pair = await crypto.subtle.generateKey(kind, true, ['encrypt', 'decrypt'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  return { keyType: 'rsa', publicKey: toBase64(publicKey), ...(await lockPrivateKey(privateKey, password)) }
}
