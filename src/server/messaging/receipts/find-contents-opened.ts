import type { Database } from '#server/platform/database/database.ts'

/**
 * When single files of a transfer were first looked at or downloaded, by the ids of the links that it was done with.
 * Milliseconds since 1970.
 */
export async function findContentsOpened(
  database: Database,
  transferId: string,
): Promise<ReadonlyMap<string | null, number>> {
  const rows = await database
    .selectFrom('transfer_events')
    .select(({ fn }) => ['link_id', fn.min('at').as('first')])
    .where('transfer_id', '=', transferId)
    .where('kind', '=', 'contents-opened')
    .groupBy('link_id')
    .execute()
  return new Map(rows.map(({ link_id, first }) => [link_id, first]))
}
