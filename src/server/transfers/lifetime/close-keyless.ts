import type { Database } from '#server/platform/database/database.ts'
import { appendEvents } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import { announceClosed } from '../model/announce-requests.ts'

/**
 * Ends the requests of a person whose key has just been deleted, in the same transaction, and notifies them: nothing could be
 * locked for them. Deleting the pair has left these requests without one.
 */
export async function closeKeylessRequests(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  userId: string,
): Promise<void> {
  const now = services.clock.now()
  const closed = await transaction
    .updateTable('requests')
    .set({ closed_at: now })
    .where('owner_id', '=', userId)
    .where('lock', '=', 'key')
    .where('pair_id', 'is', null)
    .where('browser_pair_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('until', '>', now)
    .returning(['id', 'title'])
    .execute()
  await appendEvents(
    transaction,
    services,
    closed.map(({ id: requestId, title }) => ({
      kind: 'request.key-deleted' as const,
      payload: { requestId, title },
      userId,
    })),
  )
  await announceClosed(
    services,
    transaction,
    closed.map((request) => ({ ...request, owner_id: userId })),
    'key-deleted',
  )
}
