import * as z from 'zod/mini'
import type { Database } from '#server/platform/database/database.ts'
import { keepQuery, type Slots } from '#server/platform/database/keep-query.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { addRange, type ByteRanges, isWhole } from './byte-ranges.ts'
import { countDownload } from './count-download.ts'
import { type Reservation, resumeTime } from './reservations.ts'

/** A place that is held for longer than any is, by so many milliseconds, was taken by a clock that was ahead. */
const slack = 5_000

/** Bytes `start` to `end` of a download were asked for, `sent` of them went out, and the receiver confirmed them or not. */
export type Delivered = {
  readonly start: number
  readonly end: number
  readonly sent: number
  readonly arrived: boolean
  /** Where the receiver is; see http/client-address.ts. */
  readonly network: string
}

const storedRanges = z.array(z.tuple([z.int(), z.int()]))

/**
 * Records what has gone out. A download counts once: when every byte has gone out and the receiver has confirmed the last
 * of them, and otherwise when the time to resume is over, see settleLapsed. Counting and ending are one transaction.
 */
export async function recordDelivery(
  services: Services,
  { link, transfer, file }: LiveLink,
  { hash, resumable }: Reservation,
  { start, end, sent, arrived, network }: Delivered,
): Promise<void> {
  const { database, clock } = services
  const about = { link, transfer, network }
  await transact(database, async (transaction) => {
    const row = await holdReservation(transaction, hash)
    if (!row) {
      // A request without a ticket to an unlimited link has no row and cannot be resumed.
      if (!resumable && start === 0 && end === file.size && sent >= end - start)
        await countDownload(services, transaction, about)
      return
    }
    if (row.counted === 1) return
    const before: ByteRanges = z.parse(storedRanges, JSON.parse(row.delivered))
    const delivered = sent > 0 || file.size === 0 ? addRange(before, start, start + sent) : before
    const whole = isWhole(delivered, file.size)
    if (whole && (arrived || !resumable)) {
      await transaction
        .updateTable('reservations')
        .set({ counted: 1, whole: 1, running: 0, until: null, delivered: JSON.stringify(delivered) })
        .where('ticket_hash', '=', hash)
        .execute()
      await countDownload(services, transaction, about)
    } else if (!resumable) {
      await transaction.deleteFrom('reservations').where('ticket_hash', '=', hash).execute()
    } else {
      const until = clock.now() + resumeTime
      await transaction
        .updateTable('reservations')
        .set({ delivered: JSON.stringify(delivered), whole: whole ? 1 : 0, running: 0, until })
        .where('ticket_hash', '=', hash)
        .execute()
    }
  })
}

/** Reads a reservation and holds it, so that parts that end at the same time are added one after the other. */
async function holdReservation(transaction: Database, hash: Uint8Array) {
  const { rows } = await heldRow(transaction, { hash })
  return rows[0]
}

const heldRow = keepQuery((database, { hash }: Slots<{ hash: Uint8Array }>) =>
  database
    .updateTable('reservations')
    .set(({ ref }) => ({ counted: ref('counted') }))
    .where('ticket_hash', '=', hash)
    .returning(['delivered', 'counted']),
)

/**
 * Counts the downloads whose bytes have all gone out and that nobody has resumed in time. A place that was taken while the
 * clock was ahead is free again when it would be by this one.
 */
export async function settleLapsed(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  await database
    .updateTable('reservations')
    .set({ until: now + resumeTime })
    .where('until', '>', now + resumeTime + slack)
    .execute()
  const lapsed = await database
    .selectFrom('reservations')
    .innerJoin('links', 'links.id', 'reservations.link_id')
    .select(['reservations.ticket_hash', 'links.id', 'links.transfer_id'])
    .where('whole', '=', 1)
    .where('counted', '=', 0)
    .where('until', '<=', now)
    .execute()
  for (const { ticket_hash, id, transfer_id } of lapsed) {
    await transact(database, async (transaction) => {
      const settled = await transaction
        .updateTable('reservations')
        .set({ counted: 1, until: null })
        .where('ticket_hash', '=', ticket_hash)
        .where('counted', '=', 0)
        .where('until', '<=', now)
        .executeTakeFirst()
      if (Number(settled.numUpdatedRows) === 0) return
      await countDownload(services, transaction, { link: { id }, transfer: { id: transfer_id } })
    })
  }
  if (lapsed.length > 0) services.dispatcher.wake()
}
