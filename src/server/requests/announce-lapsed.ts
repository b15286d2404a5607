import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import { announceClosed } from '../transfers/model/announce-requests.ts'

const DAY = 24 * 60 * 60_000
/** Requests that are looked at together. */
const batch = 100

/** Announces requests whose time is over, once each; those that have been over for longer than a day count as told. */
export async function announceLapsed(
  services: Pick<Services, 'database' | 'clock' | 'keyRing' | 'dispatcher'>,
): Promise<void> {
  const { database, clock, dispatcher } = services
  for (;;) {
    const now = clock.now()
    const count = await transact(database, async (transaction) => {
      const lapsed = transaction
        .selectFrom('requests')
        .select('id')
        .where('until', '<=', now)
        .where('until', '>', now - DAY)
        .where('closed_at', 'is', null)
        .where('end_announced_at', 'is', null)
        .limit(batch)
      const rows = await transaction
        .updateTable('requests')
        .set({ end_announced_at: now })
        .where('id', 'in', lapsed)
        .where('end_announced_at', 'is', null)
        .returning(['id', 'owner_id', 'title'])
        .execute()
      await announceClosed(services, transaction, rows, 'expired')
      return rows.length
    })
    if (count > 0) dispatcher.wake()
    if (count < batch) return
  }
}
