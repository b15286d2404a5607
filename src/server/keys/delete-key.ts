import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import { lockAccount } from '#server/identity/accounts/lock-account.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { FilesOfKeys } from './files-of-keys.ts'
import { type KeyOwner, recordKeyChange } from './record-key-change.ts'

/**
 * Deletes a key pair, and with it the files that no other key opens.
 * @returns how many files went
 * @throws Failure KEY_NOT_FOUND, RATE_LIMITED
 */
export async function deleteKey(
  services: Services,
  files: FilesOfKeys,
  owner: KeyOwner,
  algorithm: KeyAlgorithm,
): Promise<number> {
  const gone = await transact(services.database, async (transaction) => {
    const user = await lockAccount(transaction, owner)
    // Then the pair: from here on no upload can add a file to those that go.
    if (!(await deletePair(transaction, owner.id, algorithm))) throw new Failure('KEY_NOT_FOUND')
    await recordKeyChange(services, transaction, { user, device: owner.device }, 'deleted', algorithm)
    if (algorithm === 'rsa') return 0
    return files.endLost(transaction, owner.id, algorithm)
  })
  services.dispatcher.wake()
  return gone
}

async function deletePair(database: Database, userId: string, algorithm: KeyAlgorithm): Promise<boolean> {
  const { numDeletedRows } = await deletionOf(database, userId, algorithm).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function deletionOf(database: Database, userId: string, algorithm: KeyAlgorithm) {
  if (algorithm === 'rsa') return database.deleteFrom('rsa_pairs').where('user_id', '=', userId)
  if (algorithm === 'x-wing') return database.deleteFrom('x_wing_pairs').where('user_id', '=', userId)
  return database.deleteFrom('ml_kem_pairs').where('user_id', '=', userId).where('algorithm', '=', algorithm)
}
