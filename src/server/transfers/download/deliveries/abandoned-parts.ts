import { sha256 } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { countDownload, type Downloaded } from '../count-download.ts'
import { type ByteRanges, isNearlyWhole, joinRanges, parseRanges } from './byte-ranges.ts'

/**
 * Adds the bytes delivered by an abandoned download of a limited link to those of earlier ones. Nearly all bytes count as one
 * download, and the link begins anew: a file that is read in parts, with any number of tickets, counts as well. The parts have
 * a row among the reservations that holds no place and that no ticket opens.
 */
export async function addAbandoned(
  services: Services,
  transaction: Database,
  about: Downloaded,
  delivered: ByteRanges,
  size: number,
): Promise<void> {
  if (delivered.length === 0) return
  if (isNearlyWhole(delivered, size)) {
    await countDownload(services, transaction, about)
    return
  }
  const ticket_hash = sha256(`abandoned parts of ${about.link.id}`)
  const row = {
    ticket_hash,
    link_id: about.link.id,
    sealed_key: new Uint8Array(0),
    slot_id: null,
    // It goes with the transfer.
    expires_at: Number.MAX_SAFE_INTEGER,
    until: null,
    running: 0,
    delivered: '[]',
    whole: 0,
    counted: 0,
  }
  // The row is locked from here on, so that parts of several downloads are added one after the other.
  const held = await transaction
    .insertInto('reservations')
    .values(row)
    .onConflict((conflict) => conflict.column('ticket_hash').doUpdateSet({ running: 0 }))
    .returning('delivered')
    .executeTakeFirstOrThrow()
  // guard: parts that were given up count together -> tests/http/downloads/download-once.test.ts "parts that were given up"
  //   joinRanges(parseRanges(held.delivered), delivered) becomes delivered
  const joined = joinRanges(parseRanges(held.delivered), delivered)
  const isCounted = isNearlyWhole(joined, size)
  await transaction
    .updateTable('reservations')
    .set({ delivered: isCounted ? '[]' : JSON.stringify(joined) })
    .where('ticket_hash', '=', ticket_hash)
    .execute()
  if (isCounted) await countDownload(services, transaction, about)
}
