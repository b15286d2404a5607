import type { ExpressionBuilder } from 'kysely'
import type { Database, Tables, TransfersRow } from '#server/platform/database/database.ts'

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
  // guard: evidence in a backup -> tests/long/cli/restore.test.ts "opens what is held as evidence"
  //   Math.max(expires_at, held_until ?? expires_at) becomes expires_at
  return Math.max(expires_at, held_until ?? expires_at)
}

/** Lets pass the transfers whose time by keptUntil is ahead. To be asked of those that have not ended. */
export function isKept(now: number) {
  return ({ eb, or }: Pick<ExpressionBuilder<Tables, 'transfers'>, 'eb' | 'or'>) =>
    // guard: blobs of evidence in a restore -> tests/long/cli/restore.test.ts "opens what is held as evidence"
    //   drops , eb('transfers.held_until', '>', now)
    or([eb('transfers.expires_at', '>', now), eb('transfers.held_until', '>', now)])
}

/** Lets pass the transfers that are not disabled. */
export function isNotDisabled({ eb }: Pick<ExpressionBuilder<Tables, 'transfers'>, 'eb'>) {
  return eb('transfers.state', '!=', 'disabled')
}

/**
 * Locks, within a transaction, those of some transfers that pass: what was disabled since they were looked for is not among them.
 * @returns their ids
 */
export async function lockPassing(
  transaction: Database,
  ids: readonly string[],
  passes: ReturnType<typeof isNotHeld> | typeof isNotDisabled,
): Promise<string[]> {
  if (ids.length === 0) return []
  const locked = await transaction
    .selectFrom('transfers')
    .select('id')
    .where('id', 'in', ids)
    .where(passes)
    .forNoKeyUpdate()
    .execute()
  return locked.map(({ id }) => id)
}
