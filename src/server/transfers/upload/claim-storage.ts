import { storageUsed } from '#server/identity/accounts/storage-used.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Sender } from './sender.ts'

/**
 * Holds a sender to their storage once more, in the transaction that inserts the file: uploads that began at the same
 * time saw the same room. And an account that is gone by now gets no file.
 * @throws Failure STORAGE_QUOTA_EXCEEDED, INVALID_TOKEN
 */
export async function claimStorage(
  transaction: Database,
  { userId }: Pick<Sender, 'userId'>,
  now: number,
): Promise<void> {
  if (userId === null) return
  // It changes nothing and holds the row, so that of two uploads the second sees the file of the first.
  const user = await transaction
    .updateTable('users')
    .set(({ ref }) => ({ storage_limit: ref('storage_limit') }))
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .returning('storage_limit')
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  if ((await storageUsed(transaction, userId, now)) > user.storage_limit) {
    throw new Failure('STORAGE_QUOTA_EXCEEDED')
  }
}
