import { setTimeout as wait } from 'node:timers/promises'
import { smallBundle } from '#contract/transfers/end-to-end.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database } from '#server/platform/database/database.ts'
import { DatabaseFull, DatabaseUnavailable } from '#server/platform/database/database-failure.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../../links/find-live-link.ts'
import { isEndToEnd } from '../../model/end-to-end.ts'
import { countDownload } from '../count-download.ts'
import { type Reservation, resumeTime } from '../reservations.ts'
import { addAbandoned } from './abandoned-parts.ts'
import { addRange, isWhole, parseRanges } from './byte-ranges.ts'

/** Deliveries that may wait for the database. Any more are not recorded. */
const maxPending = 1000
/** Milliseconds between two attempts. */
const retryAfter = { first: 250, longest: 5_000 }

/** Bytes of a download that went out: `sent` bytes from `start` on, and whether the receiver confirmed them. */
type Delivered = {
  readonly start: number
  readonly sent: number
  readonly arrived: boolean
  /** Network of the receiver; see http/client-address.ts. */
  readonly network: string
}

type RecordedLink = Pick<LiveLink, 'link' | 'transfer' | 'file'>

/** The database is away, and certainly has nothing of a delivery that a repetition would add again. */
class NotRecorded extends Error {
  override readonly name = 'NotRecorded'

  constructor(cause: DatabaseUnavailable | DatabaseFull) {
    super(`A download is not recorded. ${cause.message}`, { cause })
  }
}

type Recording = {
  readonly live: RecordedLink
  readonly reservation: Reservation
  readonly delivered: Delivered
  /** Called once the delivery is recorded, or given up. */
  readonly onEnd: () => void
}

export type DeliveryRecorder = {
  /**
   * Records a delivery. Resolves also while the database is away: then it is recorded as soon as that is there again.
   * @throws what recordDelivery throws for other reasons
   */
  record(recording: Recording): Promise<void>
}

/** Records what has gone out, one after the other where the database was away. A shutdown makes a last attempt. */
export function openDeliveryRecorder(services: Services): DeliveryRecorder {
  const { background, dispatcher, log } = services
  const pending: Recording[] = []

  async function attempt({ live, reservation, delivered }: Recording): Promise<void> {
    await recordDelivery(services, live, reservation, delivered)
    dispatcher.wake()
  }

  async function recordPending(stopping: AbortSignal): Promise<void> {
    let pause = retryAfter.first
    for (let next = pending.shift(); next; next = pending.shift()) {
      const isLast = stopping.aborted
      try {
        await attempt(next)
        pause = retryAfter.first
      } catch (error) {
        if (error instanceof NotRecorded && !isLast) {
          pending.push(next)
          await wait(pause, undefined, { signal: stopping }).catch(() => {})
          pause = Math.min(2 * pause, retryAfter.longest)
          continue
        }
        log.error(
          { err: error, transfer: next.live.transfer.id },
          'a download that went out could not be recorded',
        )
        if (error instanceof NotRecorded) {
          giveUp()
          next.onEnd()
          return
        }
      }
      next.onEnd()
    }
  }

  function giveUp() {
    if (pending.length > 0) log.error({ downloads: pending.length }, 'nor could others')
    for (const { onEnd } of pending.splice(0)) onEnd()
  }

  return {
    async record(recording) {
      try {
        await attempt(recording)
      } catch (error) {
        if (error instanceof NotRecorded && pending.length < maxPending) {
          log.warn({ err: error }, 'a download is recorded when the database is there again')
          pending.push(recording)
          // guard: a delivery is recorded once the database is back -> tests/http/downloads/download-once.test.ts "database was away"
          background.run('recording downloads', recordPending)
          return
        }
        recording.onEnd()
        throw error
      }
      recording.onEnd()
    },
  }
}

/**
 * Records what has gone out. A download counts once: when every byte has gone out and the receiver has confirmed the last
 * of them, and otherwise when the time to resume is over, see settleLapsed: at once without a ticket, which cannot be resumed.
 * Counting and ending are one transaction.
 * @throws NotRecorded when it may be called again; DatabaseUnavailable when it is unknown whether that would count twice
 */
export async function recordDelivery(
  services: Services,
  live: RecordedLink,
  reservation: Reservation,
  delivered: Delivered,
): Promise<void> {
  let isDone = false
  try {
    await transact(services.database, async (transaction) => {
      isDone = false
      await record(services, transaction, live, reservation, delivered)
      isDone = true
    })
  } catch (error) {
    if (error instanceof DatabaseFull) throw new NotRecorded(error)
    if (!(error instanceof DatabaseUnavailable)) throw error
    // A commit whose answer was lost may have been done. The row of a ticket shows that.
    const mayBeRecorded = isDone && error.reason === 'lost'
    // guard: a delivery that may be recorded is not repeated -> tests/http/downloads/download-once.test.ts "database was away"
    if (mayBeRecorded && !reservation.resumable) throw error
    throw new NotRecorded(error)
  }
}

async function record(
  services: Services,
  transaction: Database,
  { link, transfer, file }: RecordedLink,
  { hash, resumable }: Reservation,
  { start, sent, arrived, network }: Delivered,
): Promise<void> {
  const about = { link, transfer, network }
  const row = await lockReservation(transaction, hash)
  // A ticket without its row has ended with the transfer. A request without a ticket may have had none.
  if (!row && resumable) return
  // guard: a download counts once -> tests/http/downloads/transfer.test.ts "reported twice counts once"
  if (row?.counted === 1) return
  const before = parseRanges(row?.delivered ?? '[]')
  const delivered = sent > 0 || file.size === 0 ? addRange(before, start, start + sent) : before
  const isSentWhole = isWhole(delivered, file.size)
  // A ticket that counts with its first byte goes on reading until its time to resume is over.
  const whole = isSentWhole || (delivered.length > 0 && countsWithFirstByte({ link, transfer, file }))
  // guard: only a whole download counts -> tests/http/downloads/transfer.test.ts "ranges are served"
  //   isSentWhole && (arrived || !resumable) becomes arrived || !resumable
  if (isSentWhole && (arrived || !resumable)) {
    if (row) {
      await transaction
        .updateTable('reservations')
        .set({ counted: 1, whole: 1, running: 0, until: null, delivered: JSON.stringify(delivered) })
        .where('ticket_hash', '=', hash)
        .execute()
    }
    await countDownload(services, transaction, about)
  } else if (!resumable) {
    if (link.download_limit !== null) await addAbandoned(services, transaction, about, delivered, file.size)
    if (row) await transaction.deleteFrom('reservations').where('ticket_hash', '=', hash).execute()
  } else {
    // A place that was settled may be another’s by now, and resuming asks for a new one. A complete delivery counts anyway.
    const hasPlace = link.download_limit === null || row?.until !== null || whole
    const until = hasPlace ? services.clock.now() + resumeTime : null
    await transaction
      .updateTable('reservations')
      .set({ delivered: JSON.stringify(delivered), whole: whole ? 1 : 0, running: 0, until })
      .where('ticket_hash', '=', hash)
      .execute()
  }
}

/** Whether the first byte of a download takes a place of its link for good: a text is read with it. */
function countsWithFirstByte({ link, transfer, file }: RecordedLink): boolean {
  return isEndToEnd(transfer) && link.download_limit !== null && file.size <= smallBundle
}

/** Reads a reservation and locks it, so that parts that end at the same time are added one after the other. */
async function lockReservation(transaction: Database, hash: Uint8Array) {
  const { rows } = await lockedRow(transaction, { hash })
  return rows[0]
}

const lockedRow = compileQuery((database, { hash }: Placeholders<{ hash: Uint8Array }>) =>
  database
    .selectFrom('reservations')
    .select(['delivered', 'counted', 'until'])
    .where('ticket_hash', '=', hash)
    .forNoKeyUpdate(),
)
