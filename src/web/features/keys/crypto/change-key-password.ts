import { ApiError } from '#client/api-error.ts'
import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import { client } from '../../../accounts/client.ts'
import { assertCrypto } from './assert-crypto.ts'
import { lockPrivateKey } from './lock-private-key.ts'
import { openPrivateKey } from './open-private-key.ts'

/**
 * Gives a key pair another key password. The server opens the private half of a post-quantum pair for it; that of an RSA
 * pair is opened and locked again here.
 * @throws ApiError of the call; `INVALID_KEY_PASSWORD`; `NO_CRYPTO` where this page cannot open a private half
 */
export async function changeKeyPassword(
  algorithm: KeyAlgorithm,
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
