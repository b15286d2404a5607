import type { OwnFile, OwnFilesQuery, OwnFilesReply } from '#contract/transfers/files.ts'
import type { MlKemPairsRow, TransfersRow } from '#server/platform/database/database.ts'
import { contains } from '#server/platform/database/search.ts'
import type { Services } from '#server/platform/services.ts'
import { findDamagedTransfers } from '../content/damaged-blobs.ts'
import { findPairsOfTransfers, receiptOf } from '../keys/slots.ts'

/** Milliseconds that count as recent. */
const recent = 7 * 24 * 60 * 60_000

const columns = {
  name: { column: 'name_folded', order: 'asc' },
  date: { column: 'created_at', order: 'desc' },
  size: { column: 'size', order: 'desc' },
  downloads: { column: 'downloads', order: 'desc' },
  expires: { column: 'expires_at', order: 'asc' },
} as const

const opposite = { asc: 'desc', desc: 'asc' } as const

/** One page of a person's live transfers, each with its main link. */
export async function listOwnFiles(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  ownerId: string,
  { page, pageSize, search, filter, sort, order }: OwnFilesQuery,
): Promise<Omit<OwnFilesReply, 'success'>> {
  const now = clock.now()
  // The filter `encrypted` leaves nothing out: every stored file is.
  const matching = database
    .selectFrom('transfers')
    // guard: owner of listed files -> tests/http/downloads/own-files.test.ts "nothing of anybody else"
    .where('owner_id', '=', ownerId)
    .where('ended_as', 'is', null)
    .where('transfers.expires_at', '>', now)
    .$if(filter === 'recent', (query) => query.where('transfers.created_at', '>', now - recent))
    .$if(search !== '', (query) => query.where(contains('name_folded', search)))
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const direction = order ?? columns[sort].order
  const before = (page - 1) * pageSize
  const onPage = Math.min(pageSize, Math.max(0, total - before))
  // Pages of the second half are read backwards, because a sorter keeps all rows up to the end of the page.
  const isBackward = before > total / 2
  const ids = matching
    .select('transfers.id')
    .orderBy(`transfers.${columns[sort].column}`, isBackward ? opposite[direction] : direction)
    .orderBy('transfers.created_at', isBackward ? 'asc' : 'desc')
    .orderBy('transfers.id', isBackward ? 'desc' : 'asc')
    .limit(onPage)
    .offset(isBackward ? Math.max(0, total - before - onPage) : before)
  // The page first, so that whole rows and links are read and sorted for it alone.
  const rows = await database
    .selectFrom('transfers')
    .innerJoin('links', (join) =>
      join.onRef('links.transfer_id', '=', 'transfers.id').on('links.kind', '=', 'main'),
    )
    .selectAll('transfers')
    .select(['links.id as link_id', 'links.download_limit', 'links.revoked_at'])
    .where('transfers.id', 'in', ids)
    .orderBy(`transfers.${columns[sort].column}`, direction)
    .orderBy('transfers.created_at', 'desc')
    .orderBy('transfers.id')
    .execute()
  const listed = rows.map(({ id }) => id)
  const pairs = await findPairsOfTransfers(database, listed)
  const recipients = await countRecipients(database, listed)
  const damaged = await findDamagedTransfers(database, listed)
  const files = rows.map((row) => ({
    ...ownFileOf(row, pairs.get(row.id), config.publicUrl),
    recipients: recipients.get(row.id) ?? { total: 0, opened: 0, downloaded: 0 },
    damaged: damaged.has(row.id),
  }))
  return { files, total, page, pageSize }
}

/** Counts the recipients of each transfer that has links for them, and how many have opened theirs and downloaded. */
async function countRecipients(
  database: Services['database'],
  transferIds: readonly string[],
): Promise<Map<string, OwnFile['recipients']>> {
  if (transferIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('links')
    .select(['transfer_id'])
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.count<number>('opened_at').as('opened'),
      fn.count<number>('first_download_at').as('downloaded'),
    ])
    .where('transfer_id', 'in', transferIds)
    .where('kind', '=', 'recipient')
    .where('revoked_at', 'is', null)
    .groupBy('transfer_id')
    .execute()
  return new Map(rows.map(({ transfer_id, ...counts }) => [transfer_id, counts]))
}

function ownFileOf(
  row: TransfersRow & { link_id: string; download_limit: number | null; revoked_at: number | null },
  pair: Pick<MlKemPairsRow, 'public_key'> | undefined,
  publicUrl: string,
): Omit<OwnFile, 'recipients' | 'damaged'> {
  return {
    id: row.link_id,
    ref: row.id,
    filename: row.name,
    size: row.size,
    uploadDate: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    downloadCount: row.downloads,
    downloadLimit: row.download_limit,
    isRevoked: row.revoked_at !== null,
    files: row.file_count,
    isEncrypted: true,
    encryptionMethod: row.encryption_method,
    passwordProtected: row.password_protected === 1,
    deleteAfterDownload: row.delete_after_download === 1,
    downloadUrl: `${publicUrl}/download/${row.link_id}`,
    receipt: receiptOf(row, pair),
  }
}
