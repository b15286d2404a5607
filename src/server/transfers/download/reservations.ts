import { smallRandom } from '#crypto/random-bytes.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database, LinksRow, ReservationsRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { explainEnded, findStillLive, type LiveLink } from '../links/find-live-link.ts'

const MINUTE = 60_000
/** How long a download that broke off stays reserved, and may be resumed before it counts. */
export const resumeTime = 10 * MINUTE
/** How long a reservation lasts without a renewal by its server: longer than the clocks of instances are apart. */
// guard: reservation that outlasts clocks apart -> tests/http/downloads/download-once.test.ts "clocks are a minute apart"
//   drops 3 *
export const runningTime = 3 * MINUTE
/** How often the reservation of a running download is renewed, in milliseconds. */
const renewEvery = 20_000
/** Milliseconds that the clocks of instances may be apart: a reservation lapses that much earlier by the clock of another. */
const clocksApart = MINUTE
/**
 * Milliseconds without a renewal after which a reservation is no longer relied on; noticed at the next renewal, at most
 * `renewEvery` later.
 */
const unrenewedTime = runningTime - clocksApart - renewEvery
/** Seconds after which a limited link may be free again. */
const retryAfter = 60

/** `hash` is the key of a reservation: SHA-256 of its ticket, or random where there is none. */
export type Reservation = {
  readonly hash: Uint8Array
  readonly resumable: boolean
  /**
   * Whether it has a row that keeps blobs from the beginning. An unlimited download gets one when it lasts, see renewReservation;
   * the row of its ticket is gone by then if the transfer has ended.
   */
  readonly entered: boolean
}

/**
 * Reserves one of the downloads of a limited link for one that begins, and keeps the blobs of a transfer that is about to
 * expire. Concurrent downloads, on any instances, never get more than there are.
 * @param ticket reservation of the ticket in the request, if there is one
 * @throws Failure DOWNLOAD_BUSY, LINK_USED_UP, LINK_REVOKED, INVALID_TICKET, and as findStillLive does
 */
export async function reserve(
  services: Services,
  live: LiveLink,
  ticket: ReservationsRow | undefined,
): Promise<Reservation> {
  const { link, transfer } = live
  const hash = ticket?.ticket_hash ?? smallRandom(32)
  const limited = link.download_limit !== null
  const now = services.clock.now()
  if (!limited && transfer.expires_at > now + resumeTime)
    return { hash, resumable: ticket !== undefined, entered: false }
  await explainEnded(services, link.id, () =>
    transact(services.database, async (transaction) => {
      if (!ticket) {
        const row = { ticket_hash: hash, sealed_key: new Uint8Array(0), slot_id: null }
        await insertReservation(transaction, link.id, { ...row, expires_at: now + runningTime })
      }
      // The reservation is locked before the link, and the link before the transfer, as where it is settled.
      await beginSending(transaction, hash, limited, now)
      // guard: row lock of a limited link -> tests/http/downloads/download-once.test.ts "fifty tickets at a limit of three" on postgres
      //   lockRow(transaction, 'links', link.id) becomes transaction.selectFrom('links').selectAll().where('id', '=', link.id).executeTakeFirst()
      if (limited) await assertAvailable(transaction, await lockRow(transaction, 'links', link.id), hash)
      // guard: live link in the reservation -> tests/http/downloads/ended-meanwhile.test.ts "is not sent without a ticket"
      await lockLive(services, transaction, live)
    }),
  )
  return { hash, resumable: ticket !== undefined, entered: true }
}

/**
 * Locks the transfer of a live link until a transaction ends: an end of the transfer comes before, and is reported, or heeds
 * what the transaction writes.
 * @throws Failure as findStillLive does
 */
export async function lockLive(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  { link, transfer }: Pick<LiveLink, 'link' | 'transfer'>,
): Promise<void> {
  await lockRow(transaction, 'transfers', transfer.id)
  await findStillLive({ database: transaction, clock }, link.id)
}

/** @throws Failure LINK_USED_UP when this download was counted, DOWNLOAD_BUSY while another connection has its ticket */
async function beginSending(
  transaction: Database,
  hash: Uint8Array,
  limited: boolean,
  now: number,
): Promise<void> {
  const row = await transaction
    .selectFrom('reservations')
    .select(['counted', 'running', 'until'])
    .where('ticket_hash', '=', hash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('INVALID_TICKET')
  if (limited && row.counted === 1) throw new Failure('LINK_USED_UP')
  // guard: one connection for a ticket -> tests/http/downloads/download-once.test.ts "with one ticket"
  if (limited && row.running === 1 && (row.until ?? 0) > now)
    throw new Failure('DOWNLOAD_BUSY', { retryAfter })
  await transaction
    .updateTable('reservations')
    .set({ running: row.counted === 1 ? 0 : 1, until: now + runningTime })
    .where('ticket_hash', '=', hash)
    .execute()
}

/**
 * Asserts that a limited link has a download left that is not reserved. One that has lapsed is reserved until what it had is
 * settled: see settleReservations.
 * @param except reservation that does not count
 * @throws Failure LINK_REVOKED, LINK_USED_UP, DOWNLOAD_BUSY while running downloads have reserved all that are left
 */
export async function assertAvailable(
  transaction: Database,
  link: Pick<LinksRow, 'id' | 'downloads' | 'download_limit' | 'revoked_at'> | undefined,
  except: Uint8Array = new Uint8Array(0),
): Promise<void> {
  if (!link || link.revoked_at !== null) throw new Failure('LINK_REVOKED')
  if (link.download_limit === null) return
  if (link.downloads >= link.download_limit) throw new Failure('LINK_USED_UP')
  const { reserved } = await transaction
    .selectFrom('reservations')
    .select(({ fn }) => fn.countAll<number>().as('reserved'))
    .where('link_id', '=', link.id)
    .where('counted', '=', 0)
    .where('until', 'is not', null)
    .where('ticket_hash', '!=', except)
    .executeTakeFirstOrThrow()
  // guard: reservations of a limited link -> tests/http/downloads/download-once.test.ts "fifty ask at the same time, without a ticket"
  if (link.downloads + reserved >= link.download_limit) throw new Failure('DOWNLOAD_BUSY', { retryAfter })
}

/**
 * Renews the reservation of a download until the result is called, and with it the blobs of a transfer that expires meanwhile. If
 * downloads are limited, `cut` is called when another may have it: a renewal found that it had lapsed and was settled, or none
 * has succeeded for so long that it may have.
 */
export function keepReserved(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  { link, transfer }: Pick<LiveLink, 'link' | 'transfer'>,
  reservation: Reservation,
  cut: (reason: Failure) => void,
): () => void {
  const { log } = services
  let renewedAt = performance.now()
  /** Whether the latest renewal has failed, or is not answered yet. A process that stood still has none: it asks first. */
  let isMissed = false
  let isLost = false

  function lose() {
    if (isLost) return
    isLost = true
    log.warn({ transfer: transfer.id }, 'a download has lost its place')
    // guard: a download that lost its reservation is cut -> tests/http/downloads/download-once.test.ts "another took it"
    cut(new Failure('DOWNLOAD_BUSY', { retryAfter }))
  }
  function loseIfLate() {
    // guard: a reservation that could not be renewed is given up -> tests/http/downloads/download-once.test.ts "could not be renewed for long"
    //   performance.now() - renewedAt >= unrenewedTime becomes performance.now() < renewedAt
    if (link.download_limit !== null && performance.now() - renewedAt >= unrenewedTime) lose()
  }
  async function renew(): Promise<void> {
    if (isMissed) loseIfLate()
    isMissed = true
    const startedAt = performance.now()
    try {
      if (!(await renewReservation(services, link, reservation))) {
        clearInterval(timer)
        lose()
        return
      }
      renewedAt = Math.max(renewedAt, startedAt)
      isMissed = false
    } catch (error) {
      log.warn({ err: error }, 'the reservation of a download could not be renewed')
      loseIfLate()
    }
  }
  const timer = setInterval(() => void renew(), renewEvery).unref()
  return () => clearInterval(timer)
}

/**
 * Renews a reservation. An unlimited download that had no row gets it now, because the end of its transfer may have been moved
 * closer since it began.
 * @returns whether it still has it: that of a limited link may be another's once it has lapsed and been settled, unless the
 *   download was counted by that
 */
async function renewReservation(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  link: LinksRow,
  { hash, entered }: Reservation,
): Promise<boolean> {
  const now = clock.now()
  const until = now + runningTime
  if (!entered) {
    const row = { ticket_hash: hash, sealed_key: new Uint8Array(0), slot_id: null, expires_at: until }
    await database
      .insertInto('reservations')
      .values({ ...newReservation(link.id, row), running: 1, until })
      .onConflict((conflict) => conflict.column('ticket_hash').doUpdateSet({ until }))
      .execute()
    return true
  }
  const isLimited = link.download_limit !== null
  const renewed = await database
    .updateTable('reservations')
    .set({ until })
    .where('ticket_hash', '=', hash)
    .$if(isLimited, (query) =>
      // guard: a reservation that was settled is not renewed -> tests/http/downloads/download-once.test.ts "is cut once its place was settled"
      //   or([eb('until', 'is not', null), eb('counted', '=', 1)]) becomes or([eb('ticket_hash', '=', hash)])
      query.where(({ eb, or }) => or([eb('until', 'is not', null), eb('counted', '=', 1)])),
    )
    .executeTakeFirst()
  return !isLimited || Number(renewed.numUpdatedRows) > 0
}

type NewReservation = Pick<ReservationsRow, 'ticket_hash' | 'sealed_key' | 'slot_id' | 'expires_at'>

function newReservation(linkId: string, row: NewReservation): ReservationsRow {
  return { ...row, link_id: linkId, until: null, running: 0, delivered: '[]', whole: 0, counted: 0 }
}

/** Enters a reservation that is not running yet, such as a ticket. */
export async function insertReservation(
  database: Database,
  linkId: string,
  row: NewReservation,
): Promise<void> {
  await insertRow(database, newReservation(linkId, row))
}

const insertRow = compileQuery((database, row: Placeholders<ReservationsRow>) =>
  database.insertInto('reservations').values(row),
)
