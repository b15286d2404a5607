import type { Database } from '#server/platform/database/database.ts'
import { keepQuery, type Slots } from '#server/platform/database/keep-query.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../../links/find-live-link.ts'
import { countDownload } from '../count-download.ts'
import { type Reservation, resumeTime } from '../reservations.ts'
import { addAbandoned } from './abandoned-parts.ts'
import { addRange, isWhole, parseRanges } from './byte-ranges.ts'

/** Of a download, `sent` bytes went out from `start` on, and the receiver confirmed them or not. */
export type Delivered = {
  readonly start: number
  readonly sent: number
  readonly arrived: boolean
  /** Where the receiver is; see http/client-address.ts. */
  readonly network: string
}

/**
 * Records what has gone out. A download counts once: when every byte has gone out and the receiver has confirmed the last
 * of them, and otherwise when the time to resume is over, see settleLapsed: at once without a ticket, which cannot be resumed.
 * Counting and ending are one transaction.
 */
export async function recordDelivery(
  services: Services,
  { link, transfer, file }: LiveLink,
  { hash, resumable }: Reservation,
  { start, sent, arrived, network }: Delivered,
): Promise<void> {
  const { database, clock } = services
  const about = { link, transfer, network }
  await transact(database, async (transaction) => {
    const row = await holdReservation(transaction, hash)
    // A ticket without its row has ended with the transfer. A request without a ticket may have had none.
    if (!row && resumable) return
    if (row?.counted === 1) return
    const before = parseRanges(row?.delivered ?? '[]')
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
      if (link.download_limit !== null) await addAbandoned(services, transaction, about, delivered, file.size)
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
