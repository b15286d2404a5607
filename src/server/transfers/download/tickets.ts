import * as z from 'zod/mini'
import { openTicketSlot, sealTicketSlot } from '#crypto/file-key.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { DownloadTicketsRow, FilesRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { placeOf } from '../slot-place.ts'
import { isWhole } from './byte-ranges.ts'
import { addTransfer, type Delivery, type Transfer } from './delivery.ts'

/** How long a ticket opens its file: long enough to pause and resume a large download. */
const ticketLifetime = 12 * 60 * 60 * 1000

const nothingYet: Delivery = { arrived: [], broken: [], asked: [] }

/**
 * Gives leave to download a file whose key has just been unlocked. The table keeps the ticket's hash and the
 * file key sealed under the ticket: alone it opens nothing.
 */
export async function issueTicket(services: Services, file: FilesRow, fileKey: Uint8Array): Promise<string> {
  const ticket = newSecret()
  await services.database
    .insertInto('download_tickets')
    .values({
      hash: sha256(ticket),
      file_id: file.id,
      sealed_key: sealTicketSlot(fileKey, Buffer.from(ticket, 'base64url'), await placeOf(services, file)),
      expires_at: Math.min(file.expires_at, services.clock.now() + ticketLifetime),
      delivered: JSON.stringify(nothingYet),
      counted: 0,
    })
    .execute()
  return ticket
}

/** @throws Failure INVALID_TICKET for a ticket that is unknown, another file's or out of time */
export async function redeemTicket(
  services: Services,
  file: FilesRow,
  ticket: string,
): Promise<{ fileKey: Uint8Array; row: DownloadTicketsRow }> {
  const row = await services.database
    .selectFrom('download_tickets')
    .selectAll()
    .where('hash', '=', sha256(ticket))
    .where('file_id', '=', file.id)
    .where('expires_at', '>', services.clock.now())
    .executeTakeFirst()
  if (!row) throw new Failure('INVALID_TICKET')
  const place = await placeOf(services, file)
  return { row, fileKey: openTicketSlot(row.sealed_key, Buffer.from(ticket, 'base64url'), place) }
}

const ranges = z.array(z.tuple([z.int(), z.int()]))
const storedDelivery = z.object({
  arrived: ranges,
  broken: z.array(z.tuple([z.int(), z.int(), z.int()])),
  asked: ranges,
})

/**
 * Notes how a transfer by a ticket ended. Returns true once in a ticket's life: when the whole file has arrived, in one
 * piece or in several, in whatever order and at the same time.
 */
export async function recordTransfer(
  { database }: Services,
  ticket: DownloadTicketsRow,
  size: number,
  transfer: Transfer,
): Promise<boolean> {
  for (;;) {
    const row = await database
      .selectFrom('download_tickets')
      .select(['delivered', 'counted'])
      .where('hash', '=', ticket.hash)
      .executeTakeFirst()
    if (!row || row.counted === 1) return false
    const delivery = addTransfer(z.parse(storedDelivery, JSON.parse(row.delivered)), transfer)
    const whole = isWhole(delivery.arrived, size)
    const noted = await database
      .updateTable('download_tickets')
      .set({ delivered: JSON.stringify(delivery), counted: whole ? 1 : 0 })
      .where('hash', '=', ticket.hash)
      .where('counted', '=', 0)
      // Another transfer may have been noted since the row was read: then look again.
      .where('delivered', '=', row.delivered)
      .executeTakeFirst()
    if (Number(noted.numUpdatedRows) === 1) return whole
  }
}
