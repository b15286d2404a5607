import type { KeyAlgorithm } from '#contract/keys.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../ports/services.ts'
import type { FilesOfKeys } from './files-of-keys.ts'

/**
 * Deletes a key pair, and with it the files that nobody could open any more.
 * @returns how many files went
 * @throws Failure KEY_NOT_FOUND
 */
export function deleteKey(
  { database }: Pick<Services, 'database'>,
  files: FilesOfKeys,
  userId: string,
  algorithm: KeyAlgorithm,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    // First the pair: from here on no upload can add a file to those that go.
    const deletion =
      algorithm === 'rsa'
        ? transaction.deleteFrom('rsa_pairs').where('user_id', '=', userId)
        : transaction
            .deleteFrom('ml_kem_pairs')
            .where('user_id', '=', userId)
            .where('algorithm', '=', algorithm)
    const deleted = await deletion.executeTakeFirst()
    if (Number(deleted.numDeletedRows) === 0) throw new Failure('KEY_NOT_FOUND')
    return algorithm === 'rsa' ? 0 : files.endLost(transaction, userId, algorithm)
  })
}
