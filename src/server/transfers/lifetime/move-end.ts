import { sealLifeKey } from '#crypto/keys/transfer-key.ts'
import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { dayOf, findLifeKey } from '../keys/day-keys.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'

/**
 * Moves the end of a transfer forward or back, in a transaction that has locked its row and found that it lives. Its life key is
 * sealed again under the day key of the new end; no password is needed, and slots and blobs stay as they are. Tickets that are
 * out open it no longer than it lives.
 * @param to the new end in milliseconds since 1970, the key of its day, obtained before the transaction, and who moves it
 * @throws Failure FILE_DAMAGED
 */
export async function moveEnd(
  { keyRing, clock }: Pick<Services, 'keyRing' | 'clock'>,
  transaction: Database,
  transfer: Pick<TransfersRow, 'id' | 'expires_at' | 'key_day' | 'sealed_life_key'>,
  { expiresAt, dayKey, network }: { expiresAt: number; dayKey: Uint8Array; network: string },
): Promise<void> {
  const { id: transferId } = transfer
  const day = dayOf(expiresAt)
  const lifeKey = await findLifeKey({ database: transaction, keyRing }, transfer)
  const sealed_life_key = sealLifeKey(lifeKey, dayKey, { day, transferId })
  lifeKey.fill(0)
  await transaction
    .updateTable('transfers')
    .set({ expires_at: expiresAt, key_day: day, sealed_life_key })
    .where('id', '=', transferId)
    .execute()
  // guard: tickets of a moved transfer -> tests/http/downloads/move-end.test.ts "that comes earlier ends the tickets"
  await shortenTickets(transaction, transferId, expiresAt)
  const details = { from: transfer.expires_at, to: expiresAt }
  await recordTransferEvent(transaction, { transferId, at: clock.now(), kind: 'end-moved', details, network })
}

async function shortenTickets(transaction: Database, transferId: string, expiresAt: number): Promise<void> {
  const links = transaction.selectFrom('links').select('id').where('transfer_id', '=', transferId)
  await transaction
    .updateTable('reservations')
    .set({ expires_at: expiresAt })
    .where('link_id', 'in', links)
    .where('slot_id', 'is not', null)
    .where('expires_at', '>', expiresAt)
    .execute()
}
