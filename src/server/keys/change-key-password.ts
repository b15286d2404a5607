import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import { sealSeed } from '#crypto/keys/user-key.ts'
import type { Names } from '#server/identity/accounts/account-rules.ts'
import { lockAccount } from '#server/identity/accounts/lock-account.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findMlKemPair } from './key-pairs.ts'
import { openPair } from './open-pair.ts'
import { type KeyOwner, recordKeyChange } from './record-key-change.ts'
import { validateKeyPassword } from './validate-keys.ts'

type KeyPasswordChange = {
  readonly algorithm: MlKemAlgorithm
  readonly currentPassword: string
  readonly newPassword: string
}

/**
 * Seals the private half of a pair under another key password. Files locked with the pair stay as they are.
 * @throws Failure KEY_NOT_FOUND, INVALID_KEY_PASSWORD, RATE_LIMITED, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export async function changeKeyPassword(
  services: Services,
  owner: KeyOwner & Names,
  { algorithm, currentPassword, newPassword }: KeyPasswordChange,
): Promise<void> {
  validateKeyPassword(newPassword, owner)
  const pair = await findMlKemPair(services.database, owner.id, algorithm)
  const seed = await openPair(services, pair, currentPassword)
  const pairKey = services.keyRing.openPairKey(pair.id, pair.kid, pair.sealed_pair_key)
  const place = { pairId: pair.id, publicKey: pair.public_key }
  const cost = services.config.passwordCosts.file
  const sealed = await sealSeed(seed, pairKey, newPassword, place, cost).finally(() => seed.fill(0))
  await transact(services.database, async (transaction) => {
    const user = await lockAccount(transaction, owner)
    const changed = await transaction
      .updateTable('ml_kem_pairs')
      .set({ sealed_seed: sealed })
      .where('id', '=', pair.id)
      // Someone else may have changed it since it was opened.
      .where('sealed_seed', '=', pair.sealed_seed)
      .executeTakeFirst()
    if (Number(changed.numUpdatedRows) === 0) throw new Failure('INVALID_KEY_PASSWORD')
    await recordKeyChange(
      services,
      transaction,
      { user, device: owner.device },
      'password-changed',
      algorithm,
    )
  })
  services.dispatcher.wake()
}
