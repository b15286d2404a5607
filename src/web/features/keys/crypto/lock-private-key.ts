import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import { toBase64 } from './base64.ts'
import { deriveLock } from './derive-lock.ts'

/** A private key as the server stores it, without being able to open it. */
export type LockedPrivateKey = { readonly encryptedPrivateKey: string; readonly iterations: number }

/** Locks a private key (PKCS #8) under a key password: salt, nonce and ciphertext, in base64. */
export async function lockPrivateKey(
  privateKey: Uint8Array<ArrayBuffer>,
  password: string,
): Promise<LockedPrivateKey> {
  const iterations = rsaKeys.iterations.default
  const salt = crypto.getRandomValues(new Uint8Array(rsaKeys.saltLength))
  const iv = crypto.getRandomValues(new Uint8Array(rsaKeys.ivLength))
  const lock = await deriveLock(password, salt, iterations)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, lock, privateKey))
  return { encryptedPrivateKey: toBase64(Uint8Array.of(...salt, ...iv, ...sealed)), iterations }
}
