import { sha256 } from '#crypto/random-id.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { downloadUrl } from '#server/transfers/model/transfer-links.ts'

/** The thing that an old address leads to. */
type Target = { readonly transferId: string } | { readonly requestId: string }

/**
 * Enters the paths that something had in another service. One that another thing has keeps leading there.
 * @returns those that are taken
 */
export async function insertOldLinks(
  transaction: Database,
  paths: readonly string[],
  target: Target,
): Promise<string[]> {
  const taken: string[] = []
  for (const path of paths) {
    const row = {
      hash: sha256(path),
      transfer_id: 'transferId' in target ? target.transferId : null,
      request_id: 'requestId' in target ? target.requestId : null,
    }
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto('old_links')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) taken.push(path)
  }
  return taken
}

const liveLink = compileQuery((database, { hash, now }: Placeholders<{ hash: Uint8Array; now: number }>) =>
  database
    .selectFrom('old_links')
    .innerJoin('transfers', 'transfers.id', 'old_links.transfer_id')
    .innerJoin('links', (join) =>
      join.onRef('links.transfer_id', '=', 'transfers.id').on('links.kind', '=', 'main'),
    )
    .select('links.id')
    .where('old_links.hash', '=', hash)
    .where('transfers.ended_as', 'is', null)
    .where('transfers.expires_at', '>', now)
    .where('links.revoked_at', 'is', null),
)

const openRequest = compileQuery((database, { hash }: Placeholders<{ hash: Uint8Array }>) =>
  database.selectFrom('old_links').select('request_id').where('hash', '=', hash),
)

/** The address here of what had this path in another service, for as long as a transfer lives and a request is kept. */
export async function findByOldPath(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  path: string,
): Promise<string | undefined> {
  const hash = sha256(path)
  const [link] = (await liveLink(database, { hash, now: clock.now() })).rows
  if (link) return downloadUrl(config.publicUrl, link.id)
  const [row] = (await openRequest(database, { hash })).rows
  return row?.request_id ? `${config.publicUrl}/r/${row.request_id}` : undefined
}
