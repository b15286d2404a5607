import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvents } from '#server/platform/events/append-event.ts'
import { setsOn, workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { isNotHeld } from '../model/kept-transfers.ts'
import { concernedTransfer, recordTransferEvents } from '../model/transfer-events.ts'
import { endTransfers } from '../model/transfers-table.ts'
import { type EndingTransfer, selectEnding } from './ending-transfers.ts'

/** More transfers than this are not removed from the index of the search one by one. */
const many = 1000

/** Pages of the index that are merged at a time: a step may do several times as much as it is asked for. */
const merging = { first: 5, least: 5, ms: 5, pauseMs: 4 }

type Needs = Pick<Services, 'database' | 'engine' | 'clock' | 'keyRing' | 'dispatcher'>

/**
 * Ends every transfer whose time is up: nothing can open it when this resolves. Its owner is notified. Transfers held as
 * evidence stay until that is over.
 */
export async function endExpired(services: Needs, signal?: AbortSignal): Promise<void> {
  const { database, engine, clock, dispatcher } = services
  const areMany = (await countOverdue(services)) > many
  await workInSets(
    async (size) => {
      const rows = await selectEnding(database)
        .where('transfers.expires_at', '<=', clock.now())
        .where(isNotHeld(clock.now()))
        // All null: with it PostgreSQL finds the order in its index, and does not sort all that have expired for each set.
        .orderBy('transfers.ended_at')
        .orderBy('transfers.expires_at')
        .limit(size)
        .execute()
      if (rows.length > 0)
        await transact(database, (transaction) => endSet(services, transaction, rows, areMany))
      return rows.length
    },
    signal,
    setsOn[engine.name],
  )
  dispatcher.wake()
  const erase = engine.eraseMarked()
  await workInSets(async (pages) => ((await erase(pages)) ? pages : 0), signal, merging)
}

/** How many are to be ended, counted no further than it matters. */
async function countOverdue({ engine, clock }: Needs): Promise<number> {
  const overdue = engine.slowReads
    .selectFrom('transfers')
    .select('id')
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', clock.now())
    .limit(many + 1)
  const { rows } = await engine.slowReads
    .selectFrom(overdue.as('overdue'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

async function endSet(
  services: Needs,
  transaction: Database,
  transfers: readonly EndingTransfer[],
  areMany: boolean,
): Promise<void> {
  const at = services.clock.now()
  const ids = transfers.map(({ id }) => id)
  // An end that was moved a moment ago is another.
  const due = await transaction
    .selectFrom('transfers')
    .select('id')
    .where('id', 'in', ids)
    // guard: an end that was moved while the sweep came -> tests/http/links/moved-meanwhile.test.ts "is left alone by a sweep"
    .where('expires_at', '<=', at)
    .where(isNotHeld(at))
    .forNoKeyUpdate()
    .execute()
  const dueIds = due.map(({ id }) => id)
  const end = () => endTransfers(services, transaction, dueIds, 'expired', at)
  const ended = new Set(await (areMany ? services.engine.markErased(transaction, end) : end()))
  const expired = transfers.filter(({ id }) => ended.has(id))
  await recordTransferEvents(
    transaction,
    expired.map(({ id }) => ({ transferId: id, at, kind: 'expired' })),
  )
  const owned = expired.filter(({ owner_id }) => owner_id !== null)
  await appendEvents(
    transaction,
    services,
    owned.map((transfer) => ({
      kind: 'transfer.expired',
      payload: concernedTransfer(transfer),
      userId: transfer.owner_id,
      transferId: transfer.id,
      linkId: transfer.link_id,
    })),
  )
}
