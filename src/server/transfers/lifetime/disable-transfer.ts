import type { Database } from '#server/platform/database/database.ts'
import { type Announcer, announceTransfer } from '../model/announce-transfers.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import { endDownloaded } from './end-downloaded.ts'

const DAY = 24 * 60 * 60_000
/** How long a disabled transfer is held as evidence unless an administrator prolongs it. */
const holdTime = 30 * DAY

/**
 * Disables a transfer within a transaction: no link opens it, and running downloads are cut within a second. Its keys and blobs
 * stay, and until `heldUntil` it does not expire.
 * @returns false when it had ended, or was disabled already
 */
export async function disableTransfer(
  services: Announcer,
  transaction: Database,
  id: string,
  { now, heldUntil = now + holdTime }: { readonly now: number; readonly heldUntil?: number },
): Promise<boolean> {
  const disabled = await transaction
    .updateTable('transfers')
    .set(({ eb }) => ({ state: 'disabled', held_until: heldUntil, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (Number(disabled.numUpdatedRows) === 0) return false
  await recordTransferEvent(transaction, { transferId: id, at: now, kind: 'disabled' })
  await announceTransfer(services, transaction, 'transfer.disabled', id)
  return true
}

/**
 * Lets the links of a disabled transfer open it again, within a transaction. One that is deleted after its download ends instead
 * when the last of them was used up, revoked or over meanwhile.
 * @returns false when it was not disabled
 */
export async function restoreTransfer(
  services: Announcer,
  transaction: Database,
  id: string,
  now: number,
): Promise<boolean> {
  const restored = await transaction
    .updateTable('transfers')
    .set(({ eb }) => ({ state: 'ready', held_until: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'disabled')
    .executeTakeFirst()
  if (Number(restored.numUpdatedRows) === 0) return false
  await recordTransferEvent(transaction, { transferId: id, at: now, kind: 'restored' })
  await endDownloaded(services, transaction, [id], now)
  return true
}

/** Moves the time until when a disabled transfer is held, within a transaction. @returns false when it is not disabled */
export async function holdTransfer(transaction: Database, id: string, heldUntil: number): Promise<boolean> {
  const held = await transaction
    .updateTable('transfers')
    .set({ held_until: heldUntil })
    .where('id', '=', id)
    .where('state', '=', 'disabled')
    .executeTakeFirst()
  return Number(held.numUpdatedRows) === 1
}

/** Holds a disabled transfer until that time at least, within a transaction. */
export async function prolongHold(transaction: Database, id: string, heldUntil: number): Promise<void> {
  await transaction
    .updateTable('transfers')
    .set({ held_until: heldUntil })
    .where('id', '=', id)
    .where('held_until', '<', heldUntil)
    .execute()
}
