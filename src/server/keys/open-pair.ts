import { WrongKey } from '#crypto/keys/sealed-key.ts'
import { openSeed } from '#crypto/keys/user-key.ts'
import { throttleAttempts } from '#server/identity/sign-in/tries/throttle-attempts.ts'
import type { MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * The private half of a pair, for a person who knows the key password; whose pair it is has been looked at before.
 * @returns the seed, 64 bytes: to be filled with zeros once it has been used
 * @throws Failure INVALID_KEY_PASSWORD, RATE_LIMITED
 */
export async function openPair(
  services: Pick<Services, 'database' | 'clock' | 'config' | 'keyRing'>,
  pair: MlKemPairsRow,
  keyPassword: string,
): Promise<Buffer> {
  const pairKey = services.keyRing.openPairKey(pair.id, pair.kid, pair.sealed_pair_key)
  const place = { pairId: pair.id, publicKey: pair.public_key }
  const seed = await throttleAttempts(services, `key password ${pair.id}`, async () => {
    try {
      return await openSeed(pair.sealed_seed, pairKey, keyPassword, place)
    } catch (error) {
      if (error instanceof WrongKey) return undefined
      throw error
    }
  })
  if (!seed) throw new Failure('INVALID_KEY_PASSWORD')
  return seed
}
