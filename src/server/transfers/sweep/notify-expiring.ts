import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import { concernedTransfer, recordTransferEvent } from '../transfer-events.ts'

const HOUR = 60 * 60_000
const batch = 200

/**
 * Notifies people, once for each transfer, that one of theirs expires within the hour; not about transfers that were never
 * to live longer.
 */
export async function notifyExpiring(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services
  for (;;) {
    const now = clock.now()
    const transfers = await database
      .selectFrom('transfers')
      .innerJoin('links', (join) =>
        join.onRef('links.transfer_id', '=', 'transfers.id').on('links.kind', '=', 'main'),
      )
      .select([
        'transfers.id',
        'transfers.owner_id',
        'transfers.name',
        'transfers.expires_at',
        'transfers.delete_after_download',
        'links.id as link_id',
      ])
      .where('ended_at', 'is', null)
      .where('transfers.expires_at', '>', now)
      .where('transfers.expires_at', '<=', now + HOUR)
      .where('owner_id', 'is not', null)
      .where(({ eb, ref }) => eb(eb('transfers.expires_at', '-', ref('transfers.created_at')), '>', HOUR))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('transfer_events')
              .select('transfer_events.id')
              .whereRef('transfer_events.transfer_id', '=', 'transfers.id')
              .where('kind', '=', 'expiring'),
          ),
        ),
      )
      .limit(batch)
      .execute()
    for (const transfer of transfers) {
      if (signal?.aborted) return
      await transact(database, async (transaction) => {
        await recordTransferEvent(transaction, { transferId: transfer.id, at: now, kind: 'expiring' })
        await appendEvent(transaction, services, {
          kind: 'transfer.expiring',
          payload: concernedTransfer(transfer),
          userId: transfer.owner_id,
          transferId: transfer.id,
          linkId: transfer.link_id,
        })
      })
    }
    if (transfers.length > 0) services.dispatcher.wake()
    if (transfers.length < batch) return
  }
}
