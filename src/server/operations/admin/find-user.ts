import type { AdminUser } from '#contract/admin.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { adminUsersOf } from './admin-users.ts'

/** A person as administrators see them. @throws Failure USER_NOT_FOUND */
export async function findUser(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
): Promise<AdminUser> {
  const [user] = await adminUsersOf(database, [await findUserRow(database, id)], clock.now())
  if (!user) throw new Failure('USER_NOT_FOUND')
  return user
}

/** The row of a person. @throws Failure USER_NOT_FOUND */
export async function findUserRow(database: Database, id: string): Promise<UsersRow> {
  const row = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('USER_NOT_FOUND')
  return row
}
