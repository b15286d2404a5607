import type { Services } from '#server/platform/services.ts'
import { appendTransferEvent } from '../append-transfer-event.ts'

const HOUR = 60 * 60_000
const batch = 200

/**
 * Appends, once for each file that has an owner, that it expires within the hour; not of files that were never to live
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
              .whereRef('notifications.transfer_id', '=', 'files.id')
              .where('kind', '=', 'expiring'),
          ),
        ),
      )
      // Handled a moment later, in the transaction that inserts the notification.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('events')
              .select('events.id')
              .whereRef('events.transfer_id', '=', 'files.id')
              .where('kind', '=', 'transfer.expiring'),
          ),
        ),
      )
      .limit(batch)
      .execute()
    for (const file of files)
      await database
        .transaction()
        .execute((transaction) => appendTransferEvent(services, transaction, 'transfer.expiring', file))
    if (files.length > 0) services.dispatcher.wake()
    if (files.length < batch) return
  }
}
