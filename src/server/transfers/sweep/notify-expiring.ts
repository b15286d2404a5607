import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvents } from '#server/platform/events/append-event.ts'
import { workInSets } from '#server/platform/jobs/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { concernedTransfer, recordTransferEvents } from '../transfer-events.ts'
import { type EndingTransfer, selectEnding } from './ending-transfers.ts'

const HOUR = 60 * 60_000

/**
 * Notifies people that a transfer of theirs expires within the hour, once for each end it gets: a notice from earlier than
 * the last hour was about an end that has been moved. Not about transfers that were never to live longer.
 */
export async function notifyExpiring(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services
  await workInSets(async (size) => {
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
      .limit(size)
      .execute()
    if (transfers.length === 0) return 0
    await transact(database, (transaction) => notifySet(services, transaction, transfers, now))
    services.dispatcher.wake()
    return transfers.length
  }, signal)
}

async function notifySet(
  services: Services,
  transaction: Database,
  transfers: readonly EndingTransfer[],
  at: number,
): Promise<void> {
  const unmoved = await holdUnmoved(transaction, transfers)
  await recordTransferEvents(
    transaction,
    unmoved.map(({ id }) => ({ transferId: id, at, kind: 'expiring' })),
  )
  await appendEvents(
    transaction,
    services,
    unmoved.map((transfer) => ({
      kind: 'transfer.expiring',
      payload: concernedTransfer(transfer),
      userId: transfer.owner_id,
      transferId: transfer.id,
      linkId: transfer.link_id,
    })),
  )
}

/** Holds the transfers that have neither ended nor got another end since they were selected. */
async function holdUnmoved(
  transaction: Database,
  transfers: readonly EndingTransfer[],
): Promise<EndingTransfer[]> {
  const held = await transaction
    .updateTable('transfers')
    .set(({ ref }) => ({ expires_at: ref('expires_at') }))
    .where(
      'id',
      'in',
      transfers.map(({ id }) => id),
    )
    .where('ended_as', 'is', null)
    .returning(['id', 'expires_at'])
    .execute()
  const ends = new Map(held.map(({ id, expires_at }) => [id, expires_at]))
  return transfers.filter(({ id, expires_at }) => ends.get(id) === expires_at)
}
