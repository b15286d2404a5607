import { type SqlBool, sql } from 'kysely'
import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { findListeners } from '#server/platform/events/announce.ts'
import { appendEvents } from '#server/platform/events/append-event.ts'
import { workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { announceTransfers } from '../model/announce-transfers.ts'
import { concernedTransfer, recordTransferEvents } from '../model/transfer-events.ts'
import { type EndingTransfer, selectEnding } from './ending-transfers.ts'

const HOUR = 60 * 60_000

/**
 * Notifies people that a transfer of theirs expires within the hour, once for each end it gets: a notice from earlier than
 * the last hour was about an end that has been moved. Not about transfers that were never to live longer.
 */
export async function notifyExpiring(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services
  /** How far this run has come: with those that were notified in front, each set would look at all of them again. */
  let last: Place = { expires_at: clock.now(), id: '' }
  await workInSets(async (size) => {
    const rows = await findExpiring(database, last, clock.now() + HOUR, size)
    last = rows.at(-1) ?? last
    const isAwaited = await findListeners(
      database,
      'transfer.expiring',
      rows.map(({ owner_id }) => owner_id),
    )
    const due = rows.filter(
      ({ owner_id, created_at, expires_at, is_notified }) =>
        (owner_id !== null || isAwaited?.(null)) && expires_at - created_at > HOUR && is_notified === 0,
    )
    if (due.length > 0) {
      const at = clock.now()
      await transact(database, (transaction) => notifySet(services, transaction, due, at))
      services.dispatcher.wake()
    }
    return rows.length
  }, signal)
}

type Place = Pick<TransfersRow, 'expires_at' | 'id'>

/** The next transfers after a place, in the order of their ends, which they reach until then. */
function findExpiring(database: Database, after: Place, until: number, size: number) {
  return (
    selectEnding(database)
      .select(['transfers.created_at'])
      .select(({ eb, exists, selectFrom }) =>
        eb
          .case()
          .when(
            exists(
              selectFrom('transfer_events')
                .select('transfer_events.id')
                .whereRef('transfer_events.transfer_id', '=', 'transfers.id')
                .where('kind', '=', 'expiring')
                .where(({ eb, ref }) => eb('at', '>=', eb(ref('transfers.expires_at'), '-', HOUR))),
            ),
          )
          .then(1)
          .else(0)
          .end()
          .as('is_notified'),
      )
      .where(sql<SqlBool>`(transfers.expires_at, transfers.id) > (${after.expires_at}, ${after.id})`)
      .where('transfers.expires_at', '<=', until)
      // All null: with it PostgreSQL finds the order in its index.
      .orderBy('transfers.ended_at')
      .orderBy('transfers.expires_at')
      .orderBy('transfers.id')
      .limit(size)
      .execute()
  )
}

async function notifySet(
  services: Services,
  transaction: Database,
  transfers: readonly EndingTransfer[],
  at: number,
): Promise<void> {
  const unmoved = await leaveOutNotified(transaction, await lockUnmoved(transaction, transfers))
  await recordTransferEvents(
    transaction,
    unmoved.map(({ id }) => ({ transferId: id, at, kind: 'expiring' })),
  )
  await appendEvents(
    transaction,
    services,
    unmoved
      .filter(({ owner_id }) => owner_id !== null)
      .map((transfer) => ({
        kind: 'transfer.expiring',
        payload: concernedTransfer(transfer),
        userId: transfer.owner_id,
        transferId: transfer.id,
        linkId: transfer.link_id,
      })),
  )
  await announceTransfers(
    services,
    transaction,
    'transfer.expiring',
    unmoved.map(({ id }) => id),
  )
}

/** Without those that another sweep has notified of, before they were held here. */
async function leaveOutNotified(
  transaction: Database,
  locked: readonly EndingTransfer[],
): Promise<readonly EndingTransfer[]> {
  if (locked.length === 0) return locked
  const notices = await transaction
    .selectFrom('transfer_events')
    .innerJoin('transfers', 'transfers.id', 'transfer_events.transfer_id')
    .select('transfers.id')
    .where(
      'transfers.id',
      'in',
      locked.map(({ id }) => id),
    )
    .where('kind', '=', 'expiring')
    .where(({ eb, ref }) => eb('at', '>=', eb(ref('transfers.expires_at'), '-', HOUR)))
    .execute()
  const notified = new Set(notices.map(({ id }) => id))
  return locked.filter(({ id }) => !notified.has(id))
}

/** Locks the transfers that have neither ended nor got another end since they were selected. */
async function lockUnmoved(
  transaction: Database,
  transfers: readonly EndingTransfer[],
): Promise<EndingTransfer[]> {
  const locked = await transaction
    .selectFrom('transfers')
    .select(['id', 'expires_at'])
    .where(
      'id',
      'in',
      transfers.map(({ id }) => id),
    )
    .where('ended_as', 'is', null)
    .forNoKeyUpdate()
    .execute()
  const ends = new Map(locked.map(({ id, expires_at }) => [id, expires_at]))
  return transfers.filter(({ id, expires_at }) => ends.get(id) === expires_at)
}
