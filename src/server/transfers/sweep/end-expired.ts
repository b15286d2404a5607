import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import { concernedTransfer, recordTransferEvent } from '../transfer-events.ts'
import { endTransfers } from '../transfers-table.ts'
import { selectEnding } from './ending-transfers.ts'

/** So many are ended in one transaction, so that nobody waits long for it. */
const batch = 50

/** Ends every transfer whose time is up: nothing can open it when this resolves. Its owner is notified. */
export async function endExpired(
  services: Pick<Services, 'database' | 'clock' | 'keyRing' | 'dispatcher'>,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, dispatcher } = services
  for (;;) {
    const rows = await selectEnding(database)
      .where('transfers.expires_at', '<=', clock.now())
      .orderBy('transfers.expires_at')
      .limit(batch)
      .execute()
    const now = clock.now()
    for (const transfer of rows) {
      if (signal?.aborted) return
      await transact(database, async (transaction) => {
        // An end that was moved a moment ago is another.
        const due = await transaction
          .updateTable('transfers')
          .set(({ ref }) => ({ version: ref('version') }))
          .where('id', '=', transfer.id)
          .where('expires_at', '<=', now)
          .executeTakeFirst()
        if (Number(due.numUpdatedRows) === 0) return
        if ((await endTransfers(transaction, [transfer.id], 'expired', now)) === 0) return
        await recordTransferEvent(transaction, { transferId: transfer.id, at: now, kind: 'expired' })
        if (transfer.owner_id === null) return
        await appendEvent(transaction, services, {
          kind: 'transfer.expired',
          payload: concernedTransfer(transfer),
          userId: transfer.owner_id,
          transferId: transfer.id,
          linkId: transfer.link_id,
        })
      })
    }
    if (rows.length > 0) dispatcher.wake()
    if (rows.length < batch) return
  }
}
