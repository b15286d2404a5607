import { type SqlBool, sql } from 'kysely'
import type { LinksRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { setsOn, workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { endDownloaded } from '../lifetime/end-downloaded.ts'

/** Links that were over so long before the last look are not looked at again: more than clocks are apart and a change takes. */
const margin = 10 * 60_000

/**
 * Ends the transfers that are deleted after their download when the last of their links is over by its own end. The first run
 * of a process looks at all links that are, the others at those that have ended since: what else takes a link away ends its
 * transfer itself.
 */
export function createLapsedLinkSweep(services: Services): (signal?: AbortSignal) => Promise<void> {
  const { database, engine, clock } = services
  let lookedAt = 0
  return async (signal) => {
    const now = clock.now()
    let last: Place = { expires_at: Math.min(lookedAt, now) - margin, id: '' }
    await workInSets(
      async (size) => {
        const rows = await database
          .selectFrom('links')
          .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
          .select(['links.expires_at', 'links.id', 'links.transfer_id'])
          .where(sql<SqlBool>`(links.expires_at, links.id) > (${last.expires_at}, ${last.id})`)
          .where('links.expires_at', '<=', now)
          .where('transfers.state', '=', 'ready')
          .where('transfers.delete_after_download', '=', 1)
          .where('transfers.downloads', '>', 0)
          .orderBy('links.expires_at')
          .orderBy('links.id')
          .limit(size)
          .execute()
        last = rows.at(-1) ?? last
        const ids = [...new Set(rows.map(({ transfer_id }) => transfer_id))]
        if (ids.length > 0)
          await transact(database, async (transaction) => {
            // Links are locked before their transfers, as where they are changed, so that none is added or moved meanwhile.
            await transaction
              .selectFrom('links')
              .select('id')
              .where('transfer_id', 'in', ids)
              .forNoKeyUpdate()
              .execute()
            await transaction
              .selectFrom('transfers')
              .select('id')
              .where('id', 'in', ids)
              .forNoKeyUpdate()
              .execute()
            await endDownloaded(services, transaction, ids, now)
          })
        return rows.length
      },
      signal,
      setsOn[engine.name],
    )
    if (!signal?.aborted) lookedAt = now
  }
}

type Place = Pick<LinksRow, 'expires_at' | 'id'>
