import { ApiError } from '#client/api-error.ts'
import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import type { ServiceKeyAlgorithm, StoreRsaKey } from '#contract/accounts/keys.ts'
import { client } from '../../accounts/client.ts'
import { lockPrivateKey, openPrivateKey, toBase64 } from './private-key.ts'

/**
 * Makes the key pair of a method, where it belongs to be made: RSA here, post-quantum ones on the server.
 * @throws ApiError of the call; `NO_CRYPTO` where this page cannot make a pair
 */
export async function makeKey(algorithm: ServiceKeyAlgorithm, password: string): Promise<void> {
  if (algorithm !== 'rsa') {
    await client.call('generateKey', { body: { algorithm, password } })
    return
  }
  assertCrypto()
  await client.call('storeKey', { body: await makeRsaPair(password) })
}

/** A new RSA pair, its private half locked under the key password before it leaves this browser. */
export async function makeRsaPair(password: string): Promise<StoreRsaKey> {
  const { modulusLength } = rsaKeys
  const kind = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength, publicExponent: Uint8Array.of(1, 0, 1) }
  const pair = await crypto.subtle.generateKey(kind, true, ['encrypt', 'decrypt'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  return { keyType: 'rsa', publicKey: toBase64(publicKey), ...(await lockPrivateKey(privateKey, password)) }
}

/**
 * Gives a key pair another key password. The server opens the private half of a post-quantum pair for it; that of an RSA
 * pair is opened and locked again here.
 * @throws ApiError of the call; `INVALID_KEY_PASSWORD`; `NO_CRYPTO` where this page cannot open a private half
 */
export async function changeKeyPassword(
  algorithm: ServiceKeyAlgorithm,
  currentPassword: string,
  newPassword: string,
): Promise<void> {
  if (algorithm !== 'rsa') {
    await client.call('changeKeyPassword', { params: { algorithm }, body: { currentPassword, newPassword } })
    return
  }
  assertCrypto()
  const { encryptedPrivateKey, iterations } = (await client.call('key', { params: { algorithm } })).key
  if (!encryptedPrivateKey || !iterations) throw new Error('an RSA pair came without its private half')
  const privateKey = await openPrivateKey({ encryptedPrivateKey, iterations }, currentPassword)
  if (!privateKey) {
    throw new ApiError({ status: 0, code: 'INVALID_KEY_PASSWORD', message: 'Invalid key password.' })
  }
  await client.call('replacePrivateKey', { body: await lockPrivateKey(privateKey, newPassword) })
}

/** Browsers lend their cryptography to pages that come over TLS, or from the same machine, only. */
function assertCrypto(): void {
  if ('subtle' in crypto) return
  throw new ApiError({ status: 0, code: 'NO_CRYPTO', message: 'This page did not come over https.' })
}
