import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Holds the row of an account until the transaction ends, and changes nothing of it: of two things made for it at once the
 * second counts the first, and none is made for an account that is erased meanwhile. First in its transaction.
 * @throws Failure INVALID_TOKEN when the account was disabled or erased
 */
export async function holdOwner(transaction: Database, ownerId: string): Promise<void> {
  const held = await transaction
    .updateTable('users')
    .set(({ ref }) => ({ is_active: ref('is_active') }))
    .where('id', '=', ownerId)
    .where('is_active', '=', 1)
    .returning('id')
    .executeTakeFirst()
  if (!held) throw new Failure('INVALID_TOKEN')
}
