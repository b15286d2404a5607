import type { Database } from '#server/platform/database/database.ts'

/** Whether a blob belongs to a transfer that has not ended, or to an upload under way: the sweep may remove all others. */
export async function isBlobInUse(database: Database, id: string): Promise<boolean> {
  const segment = await database
    .selectFrom('segments')
    .leftJoin('files', 'files.id', 'segments.file_id')
    .leftJoin('transfers', 'transfers.id', 'files.transfer_id')
    .select('transfers.ended_at')
    .where('segments.blob_id', '=', id)
    .executeTakeFirst()
  return segment !== undefined && segment.ended_at === null
}
