import type { Database, LinksRow, TransfersRow } from '#server/platform/database/database.ts'

export type EndingTransfer = Pick<
  TransfersRow,
  'id' | 'owner_id' | 'name' | 'expires_at' | 'delete_after_download'
> & { readonly link_id: LinksRow['id'] }

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
      'transfers.delete_after_download',
      'links.id as link_id',
    ])
    .where('ended_at', 'is', null)
}
