import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Locks the row of an account until the transaction ends, before any other row: no concurrent transaction counts what the
 * account has, or erases it.
 * @param changes columns that become different with it
 * @throws Failure INVALID_TOKEN when the account was disabled or erased
 */
export async function holdUser(
  transaction: Database,
  id: string,
  changes: Partial<UsersRow> = {},
): Promise<UsersRow> {
  const user = await transaction
    .updateTable('users')
    // Without changes it changes nothing, and holds the row.
    .set(({ ref }) => ({ is_admin: ref('is_admin'), ...changes }))
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .returningAll()
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  return user
}

/**
 * Locks the row of someone who is signed in, and of their session, until the transaction ends. After the caller was identified
 * another password may have been set, which ends sessions: an ended session changes nothing any more.
 * @param changes columns that become different with it
 * @throws Failure INVALID_TOKEN when the session has ended, or the account was disabled or erased
 */
export async function holdAccount(
  transaction: Database,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  changes: Partial<UsersRow> = {},
): Promise<UsersRow> {
  const user = await holdUser(transaction, id, changes)
  const session = await transaction
    .updateTable('sessions')
    .set(({ ref }) => ({ remembered: ref('remembered') }))
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  // guard: session that ends while a change is under way -> tests/http/accounts/changed-meanwhile.test.ts "gives no codes to a session that ends" on postgres
  //   session becomes user
  if (!session) throw new Failure('INVALID_TOKEN')
  return user
}
