import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Locks the row of an account until the transaction ends, before any other row: no concurrent transaction counts what the
 * account has, or erases it.
 * @throws Failure INVALID_TOKEN when the account was disabled or erased
 */
export async function lockUser(transaction: Database, id: string): Promise<UsersRow> {
  const user = await lockRow(transaction, 'users', id)
  if (!user || user.is_active === 0) throw new Failure('INVALID_TOKEN')
  return user
}

/**
 * Locks the row of someone who is signed in, and of their session, until the transaction ends. After the caller was identified
 * another password may have been set, which ends sessions: an ended session no longer changes anything.
 * @throws Failure INVALID_TOKEN when the session has ended, or the account was disabled or erased
 */
export async function lockAccount(
  transaction: Database,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
): Promise<UsersRow> {
  const user = await lockUser(transaction, id)
  const session = sessionId === null ? undefined : await lockRow(transaction, 'sessions', sessionId)
  // guard: session that ends while a change is under way -> tests/http/accounts/changed-meanwhile.test.ts "gives no codes to a session that ends" on postgres
  //   session?.user_id becomes user.id
  if (session?.user_id !== id) throw new Failure('INVALID_TOKEN')
  return user
}
