import { sql } from 'kysely'
import { eventContent, type RecordedEvent } from '../../schema/event-kinds.ts'
import type { Database, EventsRow } from '../database/database.ts'
import { transact } from '../database/transact.ts'
import { isDue, putOff, type Queue, usualRetries } from '../queue/queue.ts'
import { setsOn, workInSets } from '../queue/work-in-sets.ts'
import type { Dispatcher, Services } from '../services.ts'
import { openRecord } from './sealed-record.ts'

const queue: Queue<'events'> = { table: 'events', since: ({ at }) => at, ...usualRetries }

/** Handling an event may take little, or several mails. */
const eventSets = {
  sqlite: { ...setsOn.sqlite, first: 4, least: 1 },
  postgres: { ...setsOn.postgres, first: 4, least: 20 },
}

export type Subscriber = {
  /**
   * Writes what follows from an event, in the transaction that marks it handled, and does nothing else: a transaction
   * that fails is repeated. Events that it has no interest in it leaves alone.
   */
  handle(transaction: Database, event: RecordedEvent): Promise<void>
  /** Called after such transactions, to begin what cannot be in one, such as sending. Must not throw. */
  afterCommit?(): void
}

type Needs = Pick<Services, 'database' | 'engine' | 'clock' | 'keyRing' | 'background' | 'log'>

/**
 * The dispatcher of one instance. An event is handled exactly once among all instances: the transaction that claims it lets
 * every subscriber write what follows from it, and deletes it. A failure leaves it as it was, to be tried again later; the
 * others go on meanwhile. The log names no person.
 */
export function openDispatcher(services: Needs, subscribers: readonly Subscriber[]): Dispatcher {
  const { background } = services
  async function run(stopping?: AbortSignal): Promise<void> {
    if (!(await isOneDue(services))) return
    let handled = false
    try {
      await workInSets(
        async (size) => {
          const met = await handleSet(services, subscribers, (due) => due.limit(size))
          if (met > 0) handled = true
          return met
        },
        stopping,
        eventSets[services.engine.name],
      )
    } finally {
      if (handled) for (const subscriber of subscribers) subscriber.afterCommit?.()
    }
  }
  return { run, wake: () => background.run('events', run) }
}

/** Asks without a transaction: on SQLite that would take the write lock of everybody for nothing. */
async function isOneDue({ database, clock }: Needs): Promise<boolean> {
  const due = sql`select id from events where ${isDue(queue, clock.now())} limit 1`
  return (await due.execute(database)).rows.length > 0
}

/**
 * Handles several events in one transaction: a hundred thousand of them would otherwise be as many commits. When that
 * fails, each is handled by itself, so that one which cannot be handled holds up no other.
 * @returns how many were due that are not claimed by another instance
 */
async function handleSet(
  services: Needs,
  subscribers: readonly Subscriber[],
  select: (due: DueEvents) => DueEvents,
): Promise<number> {
  const claimed: EventsRow[] = []
  try {
    await handleTogether(services, subscribers, claimed, select)
  } catch (error) {
    const [first] = claimed
    if (!first) throw error
    if (claimed.length === 1) await postpone(services, first, error)
    else
      for (const { id } of claimed) await handleSet(services, subscribers, (due) => due.where('id', '=', id))
  }
  return claimed.length
}

/**
 * Claims events, lets every subscriber write what follows from them, and deletes them, in one transaction. On PostgreSQL
 * the rows stay locked for it, and others take the next; SQLite has one transaction at a time.
 * @param claimed gets the rows
 */
async function handleTogether(
  services: Needs,
  subscribers: readonly Subscriber[],
  claimed: EventsRow[],
  select: (due: DueEvents) => DueEvents,
): Promise<void> {
  const { database, clock } = services
  await transact(database, async (transaction) => {
    // It may be another attempt, after a conflict.
    claimed.length = 0
    const due = select(dueEvents(transaction, clock.now()))
    // guard: claim of an event -> tests/http/messaging/events.test.ts "are handled once each" on postgres
    //   drops .forUpdate().skipLocked()
    const rows = await due.forUpdate().skipLocked().execute()
    claimed.push(...rows)
    for (const row of rows.toSorted(byTransfer)) {
      const event = readEvent(services, row)
      for (const subscriber of subscribers) await subscriber.handle(transaction, event)
    }
    const ids = rows.map(({ id }) => id)
    // guard: event in its transaction -> tests/http/messaging/events.test.ts "are handled once each"
    if (ids.length > 0) await transaction.deleteFrom('events').where('id', 'in', ids).execute()
  })
}

/** Sets of two instances that meet at the same rows, such as a notification, meet there in the same order: no deadlock. */
function byTransfer(a: EventsRow, b: EventsRow): number {
  const [first, second] = [a.transfer_id ?? '', b.transfer_id ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}

type DueEvents = ReturnType<typeof dueEvents>

function dueEvents(transaction: Database, now: number) {
  return transaction
    .selectFrom('events')
    .selectAll()
    .where(isDue(queue, now))
    .orderBy('not_before')
    .orderBy('at')
    .orderBy('id')
}

/** @throws an error when the row cannot be opened or is of no known kind; its message holds nothing of the payload */
function readEvent({ keyRing }: Needs, row: EventsRow): RecordedEvent {
  const { id, at, kind, kid, payload: sealed } = row
  const payload = openRecord(keyRing, `event ${id}`, { kid, sealed })
  const content = eventContent.parse({ kind, payload })
  return { ...content, id, at, userId: row.user_id, transferId: row.transfer_id, linkId: row.link_id }
}

/** After a failure; when its transaction was committed all the same, the row is gone and nothing happens. */
async function postpone(services: Needs, row: EventsRow, error: unknown): Promise<void> {
  const { database, log } = services
  const event = { id: row.id, kind: row.kind, tries: row.tries + 1 }
  const wait = await putOff(services, queue, row, event.tries)
  if (wait !== undefined) {
    log.error({ err: error, event, wait }, 'an event could not be handled yet')
    return
  }
  await database.deleteFrom('events').where('id', '=', row.id).execute()
  log.error({ err: error, event }, 'an event was given up')
}
