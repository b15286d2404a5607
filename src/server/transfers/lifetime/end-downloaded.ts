import type { Database } from '#server/platform/database/database.ts'
import type { Announcer } from '../model/announce-transfers.ts'
import { endTransfers } from '../model/transfers-table.ts'

/**
 * Ends those of these transfers, a thousand at most, that are deleted after their download, have been downloaded, and have no
 * link left to download: each is used up, revoked or over. Call it in the transaction, after the change that took one of their
 * links away. Disabled transfers are kept until their case is decided.
 * @returns those that have ended by this
 */
export async function endDownloaded(
  services: Announcer,
  transaction: Database,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  if (ids.length === 0) return []
  const done = await transaction
    .selectFrom('transfers')
    .select('transfers.id')
    .where('transfers.id', 'in', ids)
    // guard: a recipient who is forgotten ends no evidence -> tests/http/moderation/consequences.test.ts "police outlasts"
    //   'state', '=', 'ready' becomes 'state', '!=', 'ended'
    .where('state', '=', 'ready')
    .where('delete_after_download', '=', 1)
    .where('transfers.downloads', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('links')
            .select('links.id')
            .whereRef('links.transfer_id', '=', 'transfers.id')
            .where('links.revoked_at', 'is', null)
            .where(({ eb, or }) => or([eb('links.expires_at', 'is', null), eb('links.expires_at', '>', now)]))
            .where(({ eb, or, ref }) =>
              or([
                eb('links.download_limit', 'is', null),
                eb('links.downloads', '<', ref('links.download_limit')),
              ]),
            ),
        ),
      ),
    )
    .execute()
  const doneIds = done.map(({ id }) => id)
  return endTransfers(services, transaction, doneIds, 'downloaded', now)
}
