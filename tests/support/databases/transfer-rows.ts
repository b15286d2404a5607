import { randomBytes } from 'node:crypto'
import { newId } from '#crypto/random-id.ts'
import type { Database, FilesRow, LinksRow, TransfersRow } from '#server/platform/database/database.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'

const HOUR = 60 * 60_000

/** The row of a live transfer, of a file of ten bytes unless told, with keys that open nothing. */
export function transferRow(given: Partial<TransfersRow> = {}): TransfersRow {
  const { name = 'a.txt', created_at: createdAt = 1, expires_at: expiresAt = createdAt + HOUR } = given
  return {
    id: newId(),
    owner_id: null,
    name,
    name_folded: foldForSearch(name),
    title: null,
    sender_name: null,
    message: null,
    state: 'ready',
    encryption_method: 'aes-256-gcm',
    password_protected: 0,
    delete_after_download: 0,
    size: 10,
    file_count: 1,
    next_position: 1,
    downloads: 0,
    created_at: createdAt,
    expires_at: expiresAt,
    key_day: new Date(expiresAt).toISOString().slice(0, 10),
    sealed_life_key: randomBytes(60),
    manage_token_hash: randomBytes(32),
    version: 0,
    held_until: null,
    ended_at: null,
    ended_as: null,
    cleared: 0,
    request_id: null,
    uploader_name: null,
    uploader_email: null,
    visitor_hash: null,
    ...given,
  }
}

/** The row of the only file of a transfer. */
export function fileRow(transfer: TransfersRow, given: Partial<FilesRow> = {}): FilesRow {
  return {
    id: newId(),
    transfer_id: transfer.id,
    position: 0,
    filename: transfer.name,
    mime_type: 'text/plain',
    size: transfer.size,
    original_size: transfer.size,
    packed: 0,
    file_count: 1,
    scan: 'checked',
    modified_at: null,
    ...given,
  }
}

/** The row of a transfer's main link. */
export function linkRow(transfer: TransfersRow, given: Partial<LinksRow> = {}): LinksRow {
  return {
    id: newId(),
    transfer_id: transfer.id,
    kind: 'main',
    label: null,
    recipient: null,
    language: null,
    needs_code: 0,
    mailed: null,
    download_limit: transfer.delete_after_download === 1 ? 1 : null,
    downloads: 0,
    created_at: transfer.created_at,
    expires_at: null,
    revoked_at: null,
    opened_at: null,
    first_download_at: null,
    last_download_at: null,
    ...given,
  }
}

/** Inserts transfers, each with one file and its main link, without content. */
export async function insertTransfers(database: Database, transfers: readonly TransfersRow[]): Promise<void> {
  const batch = 500
  for (let from = 0; from < transfers.length; from += batch) {
    const rows = transfers.slice(from, from + batch)
    await database.insertInto('transfers').values(rows).execute()
    await database
      .insertInto('files')
      .values(rows.map((row) => fileRow(row)))
      .execute()
    await database
      .insertInto('links')
      .values(rows.map((row) => linkRow(row)))
      .execute()
  }
}

/** The transfer that a link leads to. */
export async function transferOf(database: Database, linkId: string): Promise<TransfersRow> {
  return database
    .selectFrom('transfers')
    .innerJoin('links', 'links.transfer_id', 'transfers.id')
    .selectAll('transfers')
    .where('links.id', '=', linkId)
    .executeTakeFirstOrThrow()
}
