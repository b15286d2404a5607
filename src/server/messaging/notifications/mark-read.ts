import type { MarkReadRequest } from '#contract/notifications.ts'
import type { Services } from '#server/platform/services.ts'

/** Notes that a person has read these, or all there are. Those of somebody else are left alone. */
export async function markRead(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
  { ids }: MarkReadRequest,
): Promise<void> {
  if (ids?.length === 0) return
  await database
    .updateTable('notifications')
    .set({ read_at: clock.now() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute()
}
