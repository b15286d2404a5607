import type { Database } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import type { Party } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Asserts that `by` is still an administrator. Comes first in the transaction of an act that is reserved for administrators, in
 * case the role or the account was lost since the call came. Locks the row, so that neither can be taken away before the
 * transaction ends.
 * @param by without an id for acts of the machine itself and for moderation by mail
 * @throws Failure INVALID_TOKEN for an account that is gone or disabled, FORBIDDEN for one without the role
 */
export async function assertAdministrator(transaction: Database, by: Party | undefined): Promise<void> {
  if (!by || by.id === null) return
  const user = await lockRow(transaction, 'users', by.id)
  if (!user || user.is_active === 0) throw new Failure('INVALID_TOKEN')
  // guard: administrator in the transaction of the act -> tests/http/moderation/demoted-meanwhile.test.ts "without the role, transfers" on postgres
  if (user.is_admin === 0) throw new Failure('FORBIDDEN')
}
