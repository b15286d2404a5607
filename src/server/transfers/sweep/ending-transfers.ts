import type { Database, LinksRow, TransfersRow } from '#server/platform/database/database.ts'

export type EndingTransfer = Pick<TransfersRow, 'id' | 'owner_id' | 'name' | 'expires_at'> & {
  readonly link_id: LinksRow['id']
}

/** Transfers that have not ended, with their main link: what the event of their end says. */
export function selectEnding(database: Database) {
  return database
    .selectFrom('transfers')
    .innerJoin('links', (join) =>
      join.onRef('links.transfer_id', '=', 'transfers.id').on('links.kind', '=', 'main'),
    )
    .select([
      'transfers.id',
      'transfers.owner_id',
      'transfers.name',
      'transfers.expires_at',
      'links.id as link_id',
    ])
    .where('ended_at', 'is', null)
}
