import { mlKemAlgorithms } from '#contract/accounts/key-algorithms.ts'
import type { GeneratedKey, MlKemAlgorithm } from '#contract/accounts/keys.ts'
import { newMlKemPair, sealSeed } from '#crypto/keys/user-key.ts'
import { newId } from '#crypto/random-id.ts'
import type { Names } from '#server/identity/accounts/account-rules.ts'
import { lockAccount } from '#server/identity/accounts/lock-account.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { publicHalf } from './key-pairs.ts'
import { type KeyOwner, recordKeyChange } from './record-key-change.ts'
import { validateKeyPassword } from './validate-keys.ts'

/** Pairs that one person may make: each costs memory and time, for its key password. */
const makings = { burst: 10, interval: 6 * 60_000 }

/**
 * Makes a post-quantum key pair for a person. Its private half is kept under the master key and the key password
 * together; the password itself is not kept.
 * @throws Failure KEY_EXISTS, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON, RATE_LIMITED
 */
export async function generateKey(
  services: Services,
  owner: KeyOwner & Names,
  { algorithm, password }: { algorithm: MlKemAlgorithm; password: string },
): Promise<GeneratedKey> {
  const { database, keyRing, clock, config } = services
  validateKeyPassword(password, owner)
  await consumeRateLimit(services, `make-key:${owner.id}`, makings)
  const id = newId()
  const { publicKey, seed } = newMlKemPair(algorithm)
  const { kid, sealed } = keyRing.newPairKey(id)
  const pairKey = keyRing.openPairKey(id, kid, sealed)
  const place = { pairId: id, publicKey }
  const cost = config.passwordCosts.file
  const sealedSeed = await sealSeed(seed, pairKey, password, place, cost).finally(() => seed.fill(0))
  const row = {
    id,
    user_id: owner.id,
    algorithm,
    public_key: publicKey,
    sealed_seed: sealedSeed,
    kid,
    sealed_pair_key: sealed,
    created_at: clock.now(),
  }
  await transact(database, async (transaction) => {
    const user = await lockAccount(transaction, owner)
    const inserted = await transaction
      .insertInto('ml_kem_pairs')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'algorithm']).doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) throw new Failure('KEY_EXISTS')
    await recordKeyChange(services, transaction, { user, device: owner.device }, 'made', algorithm)
  })
  return {
    algorithm,
    ...publicHalf(publicKey),
    createdAt: new Date(row.created_at).toISOString(),
    securityInfo: securityInfoOf(algorithm),
  }
}

function securityInfoOf(algorithm: MlKemAlgorithm): GeneratedKey['securityInfo'] {
  const known = mlKemAlgorithms.find(({ value }) => value === algorithm)
  if (!known) throw new Error(`${algorithm} is not in the contract`)
  return { securityLevel: known.securityLevel, description: known.description }
}
