import { sealLifeKey } from '#crypto/keys/transfer-key.ts'
import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { dayOf, findLifeKey, obtainDayKey } from '../keys/day-keys.ts'
import { recordTransferEvent } from '../transfer-events.ts'
import { assertNotEnded } from '../transfers-table.ts'

/**
 * Moves the end of a transfer forward or back. Its life key is sealed again under the day key of the new end; nobody's
 * password is needed, and slots and blobs stay as they are. Tickets that are out open it no longer than it lives.
 * @param transferId a reference, not the id of a link
 * @param expiresAt milliseconds since 1970, still ahead
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED, VALIDATION_ERROR for an end that is over, FILE_DAMAGED
 */
export async function moveEnd(services: Services, transferId: string, expiresAt: number): Promise<void> {
  const day = dayOf(expiresAt)
  if (expiresAt <= services.clock.now()) throw new Failure('VALIDATION_ERROR')
  const dayKey = await obtainDayKey(services, day)
  try {
    await transact(services.database, async (transaction) => {
      const now = services.clock.now()
      // The row is held from here on, so that it cannot end or move elsewhere before the commit.
      const transfer = await transaction
        .updateTable('transfers')
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', transferId)
        .returning(['id', 'expires_at', 'key_day', 'sealed_life_key', 'ended_as'])
        .executeTakeFirst()
      if (!transfer) throw new Failure('FILE_NOT_FOUND')
      assertNotEnded(transfer, now)
      if (expiresAt <= now) throw new Failure('VALIDATION_ERROR')
      await moveHeldEnd(services, transaction, transfer, { expiresAt, dayKey })
    })
  } finally {
    dayKey.fill(0)
  }
}

type HeldTransfer = Pick<TransfersRow, 'id' | 'expires_at' | 'key_day' | 'sealed_life_key'>

/**
 * The same within a transaction that holds the row of the transfer and has found that it lives.
 * @param to.dayKey of the day of the new end, obtained before the transaction
 * @throws Failure FILE_DAMAGED
 */
export async function moveHeldEnd(
  { keyRing, clock }: Pick<Services, 'keyRing' | 'clock'>,
  transaction: Database,
  transfer: HeldTransfer,
  to: { readonly expiresAt: number; readonly dayKey: Uint8Array; readonly network?: string },
): Promise<void> {
  const { id: transferId } = transfer
  const { expiresAt, dayKey, network } = to
  const day = dayOf(expiresAt)
  const lifeKey = await findLifeKey({ database: transaction, keyRing }, transfer)
  const sealed_life_key = sealLifeKey(lifeKey, dayKey, { day, transferId })
  lifeKey.fill(0)
  await transaction
    .updateTable('transfers')
    .set({ expires_at: expiresAt, key_day: day, sealed_life_key })
    .where('id', '=', transferId)
    .execute()
  await shortenTickets(transaction, transferId, expiresAt)
  const details = { from: transfer.expires_at, to: expiresAt }
  const event = { transferId, at: clock.now(), kind: 'end-moved', details } as const
  await recordTransferEvent(transaction, network === undefined ? event : { ...event, network })
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
