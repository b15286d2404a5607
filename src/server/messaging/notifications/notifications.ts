import type {
  MarkReadRequest,
  Notification,
  NotificationsQuery,
  NotificationsReply,
} from '#contract/accounts/notifications.ts'
import type { NotificationsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'database' | 'clock'>

/** How long a notification is kept, in milliseconds. */
export const notificationLife = 30 * 24 * 60 * 60_000

/** One page of what happened to a person's transfers, the latest first. */
export async function listNotifications(
  services: Needs,
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
    .leftJoin('links', 'links.id', 'notifications.link_id')
    .selectAll('notifications')
    .select(['links.recipient', 'links.label'])
    .orderBy('happened_at', 'desc')
    .orderBy('notifications.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const unread = await countUnread(services, userId)
  return { notifications: rows.map(notificationOf), unread, total, page, pageSize }
}

type ListedRow = NotificationsRow & { recipient: string | null; label: string | null }

function notificationOf(row: ListedRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    ref: row.transfer_id,
    by: row.kind === 'downloaded' ? (row.recipient ?? row.label) : null,
    filename: row.filename,
    times: row.times,
    happenedAt: new Date(row.happened_at).toISOString(),
    read: row.read_at !== null,
  }
}

/** How many notifications a person has not read yet. */
export async function countUnread({ database, clock }: Needs, userId: string): Promise<number> {
  const { unread } = await database
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('happened_at', '>', clock.now() - notificationLife)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** Records that a person has read these, or all there are. Those of others are left alone. */
export async function markRead(
  { database, clock }: Needs,
  userId: string,
  { ids }: MarkReadRequest,
): Promise<void> {
  if (ids?.length === 0) return
  await database
    .updateTable('notifications')
    .set({ read_at: clock.now() })
    // guard: owner of notifications -> tests/http/messaging/notifications.test.ts "nobody marks those of others"
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute()
}

/** Deletes notifications past their time. */
export async function removeOldNotifications({ database, clock }: Needs): Promise<void> {
  await database
    .deleteFrom('notifications')
    .where('happened_at', '<=', clock.now() - notificationLife)
    .execute()
}
