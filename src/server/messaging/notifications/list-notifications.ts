import type { Notification, NotificationsQuery, NotificationsReply } from '#contract/notifications.ts'
import type { NotificationsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { countUnread } from './count-unread.ts'
import { notificationLife } from './notification-life.ts'

/** One page of what happened to a person's files, the latest first. */
export async function listNotifications(
  services: Pick<Services, 'database' | 'clock'>,
  userId: string,
  { page, pageSize, filter }: NotificationsQuery,
): Promise<Omit<NotificationsReply, 'success'>> {
  const { database, clock } = services
  const matching = database
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('happened_at', '>', clock.now() - notificationLife)
    .$if(filter === 'unread', (query) => query.where('read_at', 'is', null))
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('happened_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const unread = await countUnread(services, userId)
  return { notifications: rows.map(notificationOf), unread, total, page, pageSize }
}

function notificationOf(row: NotificationsRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    fileId: row.file_id,
    filename: row.filename,
    times: row.times,
    happenedAt: new Date(row.happened_at).toISOString(),
    read: row.read_at !== null,
  }
}
