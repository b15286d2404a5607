import { rsaKeys } from '#contract/accounts/key-algorithms.ts'
import type { StoreRsaKey } from '#contract/accounts/keys.ts'
import { isRsaPublicKey } from '#crypto/keys/rsa-public-key.ts'
import { lockAccount } from '#server/identity/accounts/lock-account.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { type KeyOwner, recordKeyChange } from './record-key-change.ts'
import { readEncryptedPrivateKey } from './validate-keys.ts'

/**
 * Keeps an RSA pair that its person's browser has made. The private half is encrypted there; nothing here opens it.
 * @throws Failure INVALID_KEY, KEY_EXISTS
 */
export async function storeKey(
  services: Pick<Services, 'database' | 'config' | 'clock' | 'keyRing'>,
  owner: KeyOwner,
  { publicKey, encryptedPrivateKey, iterations }: StoreRsaKey,
): Promise<void> {
  const der = Buffer.from(publicKey, 'base64')
  if (!isRsaPublicKey(der, rsaKeys.modulusLength)) {
    throw new Failure('INVALID_KEY', {
      details: `publicKey: no RSA key of ${rsaKeys.modulusLength} bits in SPKI, DER, base64`,
    })
  }
  const row = {
    user_id: owner.id,
    public_key: der,
    encrypted_private_key: readEncryptedPrivateKey(encryptedPrivateKey),
    iterations: iterations ?? rsaKeys.iterations.default,
    created_at: services.clock.now(),
  }
  await transact(services.database, async (transaction) => {
    const user = await lockAccount(transaction, owner)
    const inserted = await transaction
      .insertInto('rsa_pairs')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) throw new Failure('KEY_EXISTS')
    await recordKeyChange(services, transaction, { user, device: owner.device }, 'made', 'rsa')
  })
}
