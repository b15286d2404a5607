import { openTicketSlot, sealTicketSlot } from '#crypto/keys/transfer-key.ts'
import { smallRandom } from '#crypto/random-bytes.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Database, LinksRow, ReservationsRow } from '#server/platform/database/database.ts'
import { keepQuery, type Slots } from '#server/platform/database/keep-query.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { explainEnded, findStillLive, type LiveLink } from '../links/find-live-link.ts'
import type { Unlocked } from './unlock-transfer.ts'

const MINUTE = 60_000
/** How long a ticket opens its transfer: long enough to pause and resume a large download. */
const ticketLifetime = 12 * 60 * MINUTE
/** How long a download that broke off keeps its place, and may be resumed before it counts. */
export const resumeTime = 10 * MINUTE
/** How long a place is held without a sign of life of its server: longer than the clocks of instances are apart. */
// guard: place that outlasts clocks apart -> tests/http/downloads/download-once.test.ts "clocks are a minute apart"
//   drops 3 *
export const runningTime = 3 * MINUTE
/** Seconds after which a place may be free again. */
export const retryAfter = 60

/** `hash` is the key of a reservation: SHA-256 of its ticket, or random where there is none. */
export type Reservation = {
  readonly hash: Uint8Array
  readonly resumable: boolean
  /**
   * Whether it has a row that keeps blobs from the beginning. An unlimited download gets one when it lasts, see keepReservation;
   * the row of its ticket is gone by then if the transfer has ended.
   */
  readonly entered: boolean
}

/**
 * Issues a ticket for a transfer whose key has just been unlocked. The table keeps the ticket's hash and the transfer key
 * sealed under the ticket: alone it opens nothing. The ticket holds no place of a limited link yet.
 * @throws Failure as findStillLive does, when the transfer has ended by now; INVALID_TICKET for another file password by now
 */
export async function issueTicket(
  services: Services,
  { link, transfer }: LiveLink,
  { transferKey, slotId }: Unlocked,
): Promise<string> {
  const ticket = newSecret()
  const expires_at = Math.min(transfer.expires_at, services.clock.now() + ticketLifetime)
  const sealed_key = sealTicketSlot(transferKey, Buffer.from(ticket, 'base64url'), transfer.id)
  const row = { ticket_hash: sha256(ticket), sealed_key, slot_id: slotId, expires_at }
  await explainEnded(services, link.id, () =>
    transact(services.database, async (transaction) => {
      // Locked, so that a transaction that ends the transfer, and with it all tickets, comes before this one or finds the ticket.
      if (!(await lockRow(transaction, 'slots', slotId))) throw new Failure('INVALID_TICKET')
      await insertReservation(transaction, link.id, row)
    }),
  )
  return ticket
}

/**
 * @throws Failure INVALID_TICKET for a ticket that is unknown, another link's or out of time, or was issued through a slot
 *   that is gone: a file password that was set, changed or removed ends all tickets so
 */
export async function redeemTicket(
  { database, clock }: Services,
  { link, transfer }: LiveLink,
  ticket: string,
): Promise<Unlocked & { row: ReservationsRow }> {
  const {
    rows: [row],
  } = await ticketRow(database, { hash: sha256(ticket), linkId: link.id, now: clock.now() })
  if (!row) throw new Failure('INVALID_TICKET')
  const slotId = row.slot_id ?? ''
  return {
    row,
    slotId,
    transferKey: openTicketSlot(row.sealed_key, Buffer.from(ticket, 'base64url'), transfer.id),
  }
}

/** Whether that is a ticket of a link now. */
export async function isTicket(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  linkId: string,
  ticket: string,
): Promise<boolean> {
  const { rows } = await ticketRow(database, { hash: sha256(ticket), linkId, now: clock.now() })
  return rows.length > 0
}

const ticketRow = keepQuery(
  (database, { hash, linkId, now }: Slots<{ hash: Uint8Array; linkId: string; now: number }>) =>
    database
      .selectFrom('reservations')
      // guard: tickets of a slot that is gone -> tests/http/links/password.test.ts "ends the tickets that are out"
      .innerJoin('slots', 'slots.id', 'reservations.slot_id')
      .selectAll('reservations')
      .where('ticket_hash', '=', hash)
      // guard: link of a ticket -> tests/http/downloads/download-resume.test.ts "is not taken up with a ticket"
      .where('link_id', '=', linkId)
      // guard: time of a ticket -> tests/http/downloads/download-resume.test.ts "is not taken up with a ticket"
      .where('expires_at', '>', now),
)

/** @throws Failure DOWNLOAD_BUSY while running downloads hold every place that a limited link has left */
export async function assertPlaceFree(services: Services, link: LinksRow): Promise<void> {
  if (link.download_limit === null) return
  if (link.downloads + (await countPlaces(services.database, link.id)) >= link.download_limit)
    throw new Failure('DOWNLOAD_BUSY', { retryAfter })
}

/**
 * Takes one of the places of a limited link for a download that begins, and keeps the blobs of a transfer that is about to
 * expire. Concurrent downloads, on any instances, never get more places than there are.
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
  const reservation = { hash, resumable: ticket !== undefined, entered: true }
  await explainEnded(services, link.id, () =>
    transact(services.database, async (transaction) => {
      if (!ticket) {
        const row = {
          ticket_hash: reservation.hash,
          sealed_key: new Uint8Array(0),
          slot_id: null,
          expires_at: now + runningTime,
        }
        await insertReservation(transaction, link.id, row)
      }
      // The reservation is held before the link, as where it is settled.
      await beginSending(transaction, reservation, limited, now)
      if (limited) await takePlace(transaction, link.id, reservation.hash)
    }),
  )
  // The row of a ticket goes with its transfer. A new one is heeded only by an end of the transfer after this look.
  if (!ticket) await findStillLive(services, link.id)
  return reservation
}

/** @throws Failure LINK_USED_UP when this download was counted, DOWNLOAD_BUSY while another connection has its ticket */
async function beginSending(
  transaction: Database,
  { hash }: Pick<Reservation, 'hash'>,
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

/** Locks the link row, so that concurrent downloads are counted one at a time. */
async function takePlace(transaction: Database, linkId: string, own: Uint8Array): Promise<void> {
  // guard: row lock of places -> tests/http/downloads/download-once.test.ts "fifty tickets at a limit of three" on postgres
  //   lockRow(transaction, 'links', linkId) becomes transaction.selectFrom('links').selectAll().where('id', '=', linkId).executeTakeFirst()
  const link = await lockRow(transaction, 'links', linkId)
  if (!link || link.revoked_at !== null) throw new Failure('LINK_REVOKED')
  if (link.download_limit === null) return
  const held = await countPlaces(transaction, linkId, own)
  if (link.downloads >= link.download_limit) throw new Failure('LINK_USED_UP')
  // guard: places of a limited link -> tests/http/downloads/download-once.test.ts "fifty ask at the same time, without a ticket"
  if (link.downloads + held >= link.download_limit) throw new Failure('DOWNLOAD_BUSY', { retryAfter })
}

/** A place that has lapsed is held until what it had is settled: see settlePlaces. */
async function countPlaces(database: Database, linkId: string, except?: Uint8Array): Promise<number> {
  const { held } = await database
    .selectFrom('reservations')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('link_id', '=', linkId)
    .where('counted', '=', 0)
    .where('until', 'is not', null)
    .$if(except !== undefined, (query) => query.where('ticket_hash', '!=', except ?? new Uint8Array(0)))
    .executeTakeFirstOrThrow()
  return held
}

/**
 * Keeps the place of a download that goes on, and the blobs of a transfer that expires meanwhile: one that had no row gets
 * it now, because the end of its transfer may have been moved closer since it began.
 * @returns whether it has its place still: that of a limited link may be another's once it has lapsed and been settled, unless
 *   the download was counted by that
 */
export async function keepReservation(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { link }: Pick<LiveLink, 'link'>,
  { hash, entered }: Reservation,
): Promise<boolean> {
  const now = clock.now()
  const until = now + runningTime
  if (!entered) {
    await database
      .insertInto('reservations')
      .values({
        ...newReservation(link.id, {
          ticket_hash: hash,
          sealed_key: new Uint8Array(0),
          slot_id: null,
          expires_at: until,
        }),
        running: 1,
        until,
      })
      .onConflict((conflict) => conflict.column('ticket_hash').doUpdateSet({ until }))
      .execute()
    return true
  }
  const isLimited = link.download_limit !== null
  const kept = await database
    .updateTable('reservations')
    .set({ until })
    .where('ticket_hash', '=', hash)
    .$if(isLimited, (query) =>
      // guard: a place that was settled is not renewed -> tests/http/downloads/download-once.test.ts "is cut once its place was settled"
      //   or([eb('until', 'is not', null), eb('counted', '=', 1)]) becomes or([eb('ticket_hash', '=', hash)])
      query.where(({ eb, or }) => or([eb('until', 'is not', null), eb('counted', '=', 1)])),
    )
    .executeTakeFirst()
  return !isLimited || Number(kept.numUpdatedRows) > 0
}

type NewReservation = Pick<ReservationsRow, 'ticket_hash' | 'sealed_key' | 'slot_id' | 'expires_at'>

function newReservation(linkId: string, row: NewReservation): ReservationsRow {
  return { ...row, link_id: linkId, until: null, running: 0, delivered: '[]', whole: 0, counted: 0 }
}

async function insertReservation(database: Database, linkId: string, row: NewReservation): Promise<void> {
  await insertRow(database, newReservation(linkId, row))
}

const insertRow = keepQuery((database, row: Slots<ReservationsRow>) =>
  database.insertInto('reservations').values(row),
)
