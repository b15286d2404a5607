import { newId } from '#crypto/random-id.ts'
import type { NewEvent } from '../../schema/event-kinds.ts'
import type { Database, EventsRow } from '../database/database.ts'
import type { Services } from '../services.ts'
import { sealRecord } from './sealed-record.ts'

/**
 * Appends an event in the transaction in which it happens: both hold, or neither. Call `services.dispatcher.wake()` once
 * that is committed; without it the event is handled with the next poll.
 */
export async function appendEvent(
  transaction: Database,
  services: Pick<Services, 'clock' | 'keyRing'>,
  event: NewEvent,
): Promise<void> {
  await appendEvents(transaction, services, [event])
}

/** Appends several events, up to 500. */
export async function appendEvents(
  transaction: Database,
  services: Pick<Services, 'clock' | 'keyRing'>,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => eventRow(services, event))
  await transaction.insertInto('events').values(rows).execute()
}

function eventRow({ clock, keyRing }: Pick<Services, 'clock' | 'keyRing'>, event: NewEvent): EventsRow {
  const id = newId()
  const { kid, sealed } = sealRecord(keyRing, `event ${id}`, event.payload)
  return {
    id,
    at: clock.now(),
    kind: event.kind,
    user_id: event.userId ?? null,
    transfer_id: event.transferId ?? null,
    link_id: event.linkId ?? null,
    kid,
    payload: sealed,
    not_before: 0,
    tries: 0,
  }
}
