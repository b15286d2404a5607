import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { webXWing } from '#end-to-end/drivers/x-wing-web.ts'
import { fingerprintWords } from '#end-to-end/format/key-words.ts'
import { newSeedPassword, writeSeed } from '#end-to-end/format/private-half.ts'
import { requestKeyHash, seedLength } from '#end-to-end/format/request-slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { askSeed } from '#web/transfers/request-keys/ask-seed.ts'
import { keepKnownKey } from '#web/transfers/request-keys/known-key.ts'
import { client } from '../../accounts/client.ts'
import { toBase64 } from './private-key.ts'

/** A pair that this browser has made, of which nothing has left it. */
export type NewRequestKey = {
  readonly seed: Bytes
  readonly publicKey: Bytes
  /** The private half as 34 words. */
  readonly written: readonly string[]
  /** Words that visitors compare. */
  readonly words: readonly string[]
  /** In hexadecimal. */
  readonly fingerprint: string
  /** Ten words to seal it under. */
  readonly password: string
}

export async function makeRequestKey(): Promise<NewRequestKey> {
  const seed = webPrimitives.random(seedLength)
  const publicKey = await webXWing.publicKeyOf(seed)
  const hash = await requestKeyHash(webPrimitives, publicKey)
  return {
    seed,
    publicKey,
    written: await writeSeed(webPrimitives, seed),
    words: fingerprintWords(hash),
    fingerprint: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    password: newSeedPassword(webPrimitives),
  }
}

/**
 * Gives the public half to the service, and the private one sealed if there is a password. This browser knows the key from then on.
 * @throws ApiError
 */
export async function storeRequestKey(
  { seed, publicKey, fingerprint }: NewRequestKey,
  password: string | undefined,
): Promise<void> {
  const sealed = password === undefined ? undefined : await askSeed({ seed, publicKey, password })
  await client.call('storeKey', {
    body: {
      keyType: 'x-wing',
      publicKey: toBase64(publicKey),
      ...(sealed && { encryptedPrivateKey: toBase64(sealed) }),
    },
  })
  keepKnownKey(fingerprint)
}
