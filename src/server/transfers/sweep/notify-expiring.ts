import { deliverSoon } from '#server/messaging/mail/deliver-soon.ts'
import { notifyOwner } from '#server/messaging/notifications/notify-owner.ts'
import type { Services } from '#server/platform/services.ts'

const HOUR = 60 * 60_000
const batch = 200

/**
 * Tells people, once for each file, that a file of theirs expires within the hour; not of files that were never to live
 * longer.
 */
export async function notifyExpiring(services: Services): Promise<void> {
  const { database, clock } = services
  for (;;) {
    const now = clock.now()
    const files = await database
      .selectFrom('files')
      .select(['id', 'owner_id', 'filename', 'expires_at', 'delete_after_download'])
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('expires_at', '<=', now + HOUR)
      .where('owner_id', 'is not', null)
      .where(({ eb, ref }) => eb(eb('expires_at', '-', ref('uploaded_at')), '>', HOUR))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notifications')
              .select('notifications.id')
              .whereRef('notifications.file_id', '=', 'files.id')
              .where('kind', '=', 'expiring'),
          ),
        ),
      )
      .limit(batch)
      .execute()
    for (const file of files)
      await database
        .transaction()
        .execute((transaction) => notifyOwner(services, transaction, file, 'expiring'))
    if (files.length > 0) deliverSoon(services)
    if (files.length < batch) return
  }
}
