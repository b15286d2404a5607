import type { ExpressionBuilder } from 'kysely'
import type { Database, Tables, TransfersRow } from '#server/platform/database/database.ts'
import { recordTransferEvent } from '../transfer-events.ts'
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
  return true
}

/**
 * Lets the links of a disabled transfer open it again, within a transaction. One that is deleted after its download ends instead
 * when the last of them was used up, revoked or over meanwhile.
 * @returns false when it was not disabled
 */
export async function restoreTransfer(transaction: Database, id: string, now: number): Promise<boolean> {
  const restored = await transaction
    .updateTable('transfers')
    .set(({ eb }) => ({ state: 'ready', held_until: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'disabled')
    .executeTakeFirst()
  if (Number(restored.numUpdatedRows) === 0) return false
  await recordTransferEvent(transaction, { transferId: id, at: now, kind: 'restored' })
  await endDownloaded(transaction, [id], now)
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

/** Lets pass the transfers that are not held as evidence. */
export function isNotHeld(now: number) {
  return ({ eb, or }: Pick<ExpressionBuilder<Tables, 'transfers'>, 'eb' | 'or'>) =>
    or([eb('transfers.held_until', 'is', null), eb('transfers.held_until', '<=', now)])
}

/**
 * Until when the keys and blobs of a transfer are needed unless it is ended before, in milliseconds since 1970: its end, or the end
 * of its hold where that is later.
 */
export function keptUntil({
  expires_at,
  held_until,
}: Pick<TransfersRow, 'expires_at' | 'held_until'>): number {
  return Math.max(expires_at, held_until ?? expires_at)
}

/** Lets pass the transfers whose time by keptUntil is ahead. To be asked of those that have not ended. */
export function isKept(now: number) {
  return ({ eb, or }: Pick<ExpressionBuilder<Tables, 'transfers'>, 'eb' | 'or'>) =>
    or([eb('transfers.expires_at', '>', now), eb('transfers.held_until', '>', now)])
}

/** Lets pass the transfers that are not disabled. */
export function isNotDisabled({ eb }: Pick<ExpressionBuilder<Tables, 'transfers'>, 'eb'>) {
  return eb('transfers.state', '!=', 'disabled')
}

/**
 * Holds, within a transaction, those of some transfers that pass: what was disabled since they were looked for is not among them.
 * @returns their ids
 */
export async function holdPassing(
  transaction: Database,
  ids: readonly string[],
  passes: ReturnType<typeof isNotHeld> | typeof isNotDisabled,
): Promise<string[]> {
  if (ids.length === 0) return []
  const held = await transaction
    .updateTable('transfers')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('id', 'in', ids)
    .where(passes)
    .returning('id')
    .execute()
  return held.map(({ id }) => id)
}
