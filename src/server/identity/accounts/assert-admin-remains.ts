import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Runs a change that may take an administrator away, in a transaction that is rolled back when it takes the last one. Such
 * changes are made one after another, so that two administrators cannot remove each other.
 * @throws Failure LAST_ADMIN, and what `change` throws
 */
export async function assertAdminRemains<Result>(
  transaction: Database,
  change: () => Promise<Result>,
): Promise<Result> {
  // guard: row lock of administrators -> tests/http/operations/admin-users.test.ts "remove each other and neither has committed" on postgres
  await transaction.selectFrom('users').select('id').where('is_admin', '=', 1).forNoKeyUpdate().execute()
  const result = await change()
  const left = await transaction
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('is_active', '=', 1)
    .limit(1)
    .executeTakeFirst()
  // guard: last administrator -> tests/http/operations/admin-users.test.ts "keep the last active"
  if (!left) throw new Failure('LAST_ADMIN')
  return result
}
