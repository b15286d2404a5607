import { rsaKeys } from '#contract/accounts/key-algorithms.ts'

/** A private key as the server stores it, without being able to open it. */
type LockedPrivateKey = { readonly encryptedPrivateKey: string; readonly iterations: number }

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

/**
 * The AES-256-GCM key that a key password locks a private key with: PBKDF2-SHA-256 over its UTF-8 in NFC, so that it is
 * the same on every keyboard.
 */
async function deriveLock(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(password.normalize('NFC'))
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Bytes as base64. For keys: a few kilobytes at most. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** The bytes in base64. @throws DOMException when it is none */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
}
