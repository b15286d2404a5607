import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import { concernedTransfer, recordTransferEvent } from '../transfer-events.ts'
import { selectEnding } from './ending-transfers.ts'

const HOUR = 60 * 60_000
const batch = 200

/**
 * Notifies people that a transfer of theirs expires within the hour, once for each end it gets: a notice from earlier than
 * the last hour was about an end that has been moved. Not about transfers that were never to live longer.
 */
export async function notifyExpiring(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services
  for (;;) {
    const now = clock.now()
    const transfers = await selectEnding(database)
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
              .where('kind', '=', 'expiring')
              .where(({ eb, ref }) => eb('at', '>=', eb(ref('transfers.expires_at'), '-', HOUR))),
          ),
        ),
      )
      .limit(batch)
      .execute()
    for (const transfer of transfers) {
      if (signal?.aborted) return
      await transact(database, async (transaction) => {
        if (!(await holdUnmoved(transaction, transfer))) return
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

/** Holds a transfer that has neither ended nor got another end since it was selected. */
async function holdUnmoved(
  transaction: Database,
  { id, expires_at }: Pick<TransfersRow, 'id' | 'expires_at'>,
): Promise<boolean> {
  const held = await transaction
    .updateTable('transfers')
    .set({ expires_at })
    .where('id', '=', id)
    .where('expires_at', '=', expires_at)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}
