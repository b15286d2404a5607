import type { Services } from '#server/platform/services.ts'
import { notificationLife } from './notification-life.ts'

/** Forgets what nobody is told any more. */
export async function forgetNotifications({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await database
    .deleteFrom('notifications')
    .where('happened_at', '<=', clock.now() - notificationLife)
    .execute()
}
