import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import { fromBase64 } from './base64.ts'
import { deriveLock } from './derive-lock.ts'
import type { LockedPrivateKey } from './lock-private-key.ts'

/** Decrypts a key of lockPrivateKey (PKCS #8); undefined with a wrong password. */
export async function openPrivateKey(
  { encryptedPrivateKey, iterations }: LockedPrivateKey,
  password: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = fromBase64(encryptedPrivateKey)
  const ivEnd = rsaKeys.saltLength + rsaKeys.ivLength
  const lock = await deriveLock(password, bytes.slice(0, rsaKeys.saltLength), iterations)
  const iv = bytes.slice(rsaKeys.saltLength, ivEnd)
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, bytes.slice(ivEnd)))
  } catch {
    return undefined
  }
}
