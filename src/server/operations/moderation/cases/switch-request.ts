import type { Database } from '#server/platform/database/database.ts'

/** Closes a reported file request, within a transaction: its page takes nothing any more. @returns false when it was not open */
export async function closeReported(transaction: Database, id: string, now: number): Promise<boolean> {
  const closed = await transaction
    .updateTable('requests')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return Number(closed.numUpdatedRows) === 1
}

/** Opens a request again that was closed at that moment, and by nobody since. @returns false when it was not */
export async function reopenReported(
  transaction: Database,
  id: string,
  closedAt: number | null,
): Promise<boolean> {
  if (closedAt === null) return false
  const opened = await transaction
    .updateTable('requests')
    .set({ closed_at: null })
    .where('id', '=', id)
    .where('closed_at', '=', closedAt)
    .executeTakeFirst()
  return Number(opened.numUpdatedRows) === 1
}
