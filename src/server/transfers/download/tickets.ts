import { openTicketSlot, sealTicketSlot } from '#crypto/keys/transfer-key.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database, ReservationsRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { type Admit, explainEnded, type LiveLink } from '../links/find-live-link.ts'
import { consumeLinkCode } from '../links/link-codes.ts'
import { isProof } from '../links/link-proof.ts'
import { assertAvailable, insertReservation } from './reservations.ts'
import type { Unlocked } from './unlock-transfer.ts'

/** How long a ticket opens its transfer: long enough to pause and resume a large download. */
const ticketLifetime = 12 * 60 * 60_000

/** Credentials for a link that needs a code: one of them is enough. */
export type Admission = {
  /** Proof of a correct code; see links/link-proof.ts. */
  readonly proof?: string | undefined
  /** Ticket of a download, issued to an admitted receiver. */
  readonly ticket?: string | undefined
  /** A code itself, which is used up. */
  readonly code?: string | undefined
  /** Address of the caller, as clientAddress gives it. */
  readonly address: string
}

/** Admits requests with a proof, a ticket or a code to a link that needs a code; the function throws Failure INVALID_CODE. */
export function admitWith(services: Services, { proof, ticket, code, address }: Admission): Admit {
  return async (link, isLive) => {
    const { id } = link
    if (proof !== undefined && isProof(services, id, proof)) return true
    if (ticket !== undefined) return isTicket(services, id, ticket)
    if (code === undefined || !isLive) return false
    await consumeLinkCode(services, link, { code, network: networkOf(address) })
    return true
  }
}

/**
 * Issues a ticket for a transfer whose key has just been unlocked. The table keeps the ticket's hash and the transfer key
 * sealed under the ticket: alone it opens nothing. The ticket takes none of the downloads of a limited link yet.
 * @throws Failure as findStillLive does, when the transfer has ended by now; INVALID_TICKET for another file password by now;
 *   DOWNLOAD_BUSY while running downloads have all that a limited link has left
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
      if (link.download_limit !== null)
        await assertAvailable(transaction, await findLink(transaction, link.id))
      await insertReservation(transaction, link.id, row)
    }),
  )
  return ticket
}

function findLink(database: Database, id: string) {
  return database.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst()
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
async function isTicket(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  linkId: string,
  ticket: string,
): Promise<boolean> {
  const { rows } = await ticketRow(database, { hash: sha256(ticket), linkId, now: clock.now() })
  return rows.length > 0
}

const ticketRow = compileQuery(
  (database, { hash, linkId, now }: Placeholders<{ hash: Uint8Array; linkId: string; now: number }>) =>
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
