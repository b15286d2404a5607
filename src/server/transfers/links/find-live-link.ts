import type { Database, FilesRow, LinksRow, TransfersRow } from '#server/platform/database/database.ts'
import { keepQuery, type Slots } from '#server/platform/database/keep-query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** A link that opens something now, and what it opens. */
export type LiveLink = {
  readonly link: LinksRow
  readonly transfer: TransfersRow
  readonly file: FilesRow
  /** The username of the sender; null without an account. */
  readonly sender: string | null
}

/**
 * What stands behind a link, by the clock and not by whether a sweep has passed.
 * @throws Failure FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED, TRANSFER_DISABLED, LINK_REVOKED, LINK_USED_UP
 */
export async function findLiveLink(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  linkId: string,
): Promise<LiveLink> {
  const found = await findLink(database, linkId)
  if (!found) throw new Failure('FILE_NOT_FOUND')
  const { link, transfer, file, isOwnerActive } = found
  const now = clock.now()
  if (transfer.ended_as === 'deleted') throw new Failure('FILE_DELETED')
  if (transfer.ended_as === 'downloaded') {
    throw new Failure('FILE_DELETED', {
      message: 'This file was deleted after its download, as its sender wished.',
    })
  }
  const expiresAt = Math.min(transfer.expires_at, link.expires_at ?? transfer.expires_at)
  if (transfer.ended_as === 'expired' || expiresAt <= now) throw new Failure('FILE_EXPIRED')
  if (transfer.state === 'disabled' || !isOwnerActive) throw new Failure('TRANSFER_DISABLED')
  if (link.revoked_at !== null) throw new Failure('LINK_REVOKED')
  if (link.download_limit !== null && link.downloads >= link.download_limit) throw new Failure('LINK_USED_UP')
  return { link, transfer, file, sender: found.sender }
}

/** Records when a link was looked at first. */
export async function recordOpening(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  linkId: string,
): Promise<void> {
  await database
    .updateTable('links')
    .set({ opened_at: clock.now() })
    .where('id', '=', linkId)
    .where('opened_at', 'is', null)
    .execute()
}

type FoundLink = LiveLink & { readonly isOwnerActive: boolean }

/** Every page view and every download asks it. A transfer has one file here, or its first. */
const linkRow = keepQuery((database, { linkId }: Slots<{ linkId: string }>) =>
  database
    .selectFrom('links')
    .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
    .innerJoin('files', (join) =>
      join.onRef('files.transfer_id', '=', 'transfers.id').on('files.position', '=', 0),
    )
    .leftJoin('users', 'users.id', 'transfers.owner_id')
    .selectAll('transfers')
    .select([
      'links.id as link_id',
      'links.kind',
      'links.label',
      'links.download_limit',
      'links.downloads as link_downloads',
      'links.created_at as link_created_at',
      'links.expires_at as link_expires_at',
      'links.revoked_at',
      'links.opened_at',
      'links.first_download_at',
      'links.last_download_at',
      'files.id as file_id',
      'files.filename',
      'files.mime_type',
      'files.size as file_size',
      'files.original_size',
      'files.packed',
      'files.file_count as files_in_file',
      'files.scan',
      'users.username',
      'users.is_active',
    ])
    .where('links.id', '=', linkId),
)

async function findLink(database: Database, linkId: string): Promise<FoundLink | undefined> {
  const {
    rows: [row],
  } = await linkRow(database, { linkId })
  if (!row) return undefined
  return {
    transfer: row,
    link: {
      id: row.link_id,
      transfer_id: row.id,
      kind: row.kind,
      label: row.label,
      download_limit: row.download_limit,
      downloads: row.link_downloads,
      created_at: row.link_created_at,
      expires_at: row.link_expires_at,
      revoked_at: row.revoked_at,
      opened_at: row.opened_at,
      first_download_at: row.first_download_at,
      last_download_at: row.last_download_at,
    },
    file: {
      id: row.file_id,
      transfer_id: row.id,
      position: 0,
      filename: row.filename,
      mime_type: row.mime_type,
      size: row.file_size,
      original_size: row.original_size,
      packed: row.packed,
      file_count: row.files_in_file,
      scan: row.scan,
    },
    sender: row.username,
    isOwnerActive: row.owner_id === null || row.is_active !== 0,
  }
}
