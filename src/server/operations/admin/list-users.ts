import type * as z from 'zod/mini'
import type { AdminUser, usersQuery } from '#contract/admin.ts'
import { contains } from '#server/platform/database/contains.ts'
import type { Services } from '#server/platform/services.ts'
import { adminUsersOf } from './admin-users.ts'

type Page = { users: AdminUser[]; total: number; page: number; pageSize: number }

/** One page of the people with an account, those who joined last first; a search looks for names and addresses. */
export async function listUsers(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { page, pageSize, search, filter }: z.output<typeof usersQuery>,
): Promise<Page> {
  const matching = database
    .selectFrom('users')
    .$if(filter === 'active', (query) => query.where('is_active', '=', 1))
    .$if(filter === 'inactive', (query) => query.where('is_active', '=', 0))
    .$if(filter === 'pro', (query) => query.where('is_pro', '=', 1))
    .$if(search !== '', (query) =>
      query.where(({ or }) => or([contains('username_folded', search), contains('email_folded', search)])),
    )
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { users: await adminUsersOf(database, rows, clock.now()), total, page, pageSize }
}
