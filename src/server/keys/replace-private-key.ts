import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import { lockAccount } from '#server/identity/accounts/lock-account.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { type KeyOwner, recordKeyChange } from './record-key-change.ts'
import { readEncryptedPrivateKey } from './validate-keys.ts'

/**
 * Keeps the private half of an RSA pair under another key password: the browser has encrypted it anew.
 * @throws Failure KEY_NOT_FOUND, INVALID_KEY, RATE_LIMITED
 */
export async function replacePrivateKey(
  services: Services,
  owner: KeyOwner,
  { encryptedPrivateKey, iterations }: { encryptedPrivateKey: string; iterations?: number | undefined },
): Promise<void> {
  const change = {
    encrypted_private_key: readEncryptedPrivateKey(encryptedPrivateKey),
    iterations: iterations ?? rsaKeys.iterations.default,
  }
  await transact(services.database, async (transaction) => {
    const user = await lockAccount(transaction, owner)
    const replaced = await transaction
      .updateTable('rsa_pairs')
      .set(change)
      .where('user_id', '=', owner.id)
      .executeTakeFirst()
    if (Number(replaced.numUpdatedRows) === 0) throw new Failure('KEY_NOT_FOUND')
    await recordKeyChange(services, transaction, { user, device: owner.device }, 'password-changed', 'rsa')
  })
  services.dispatcher.wake()
}
