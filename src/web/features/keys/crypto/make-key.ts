import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import { client } from '../../../accounts/client.ts'
import { assertCrypto } from './assert-crypto.ts'
import { makeRsaPair } from './make-rsa-pair.ts'

/**
 * Makes the key pair of a method, where it belongs to be made: RSA here, post-quantum ones on the server.
 * @throws ApiError of the call; `NO_CRYPTO` where this page cannot make a pair
 */
export async function makeKey(algorithm: KeyAlgorithm, password: string): Promise<void> {
  if (algorithm !== 'rsa') {
    await client.call('generateKey', { body: { algorithm, password } })
    return
  }
  assertCrypto()
  await client.call('storeKey', { body: await makeRsaPair(password) })
}
