import type { Services } from '#server/platform/services.ts'
import { notificationLife } from './notification-life.ts'

/** How much a person has not read yet. */
export async function countUnread(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
): Promise<number> {
  const { unread } = await database
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('happened_at', '>', clock.now() - notificationLife)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}
