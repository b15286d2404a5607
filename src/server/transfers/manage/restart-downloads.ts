import type { Database } from '#server/platform/database/database.ts'

/**
 * Lets the tickets of a transfer whose files have changed begin anew: the bytes that have gone out belong to other content now.
 * Downloads that are complete or running stay as they are.
 */
export async function restartDownloads(transaction: Database, transferId: string): Promise<void> {
  const links = transaction.selectFrom('links').select('id').where('transfer_id', '=', transferId)
  await transaction
    .updateTable('reservations')
    .set({ delivered: '[]' })
    .where('link_id', 'in', links)
    .where('whole', '=', 0)
    .where('counted', '=', 0)
    .where('running', '=', 0)
    .execute()
}
