import type { Kysely } from 'kysely'

/**
 * The tables, as both engines hold them: text ids, bigint milliseconds since 1970, smallint flags (0 or 1),
 * bytes as blob or bytea. There is no port over SQL beyond this type: capabilities write Kysely queries and
 * the tests run each of them on SQLite and on PostgreSQL.
 */
export type Tables = {
  files: FilesRow
  file_slots: FileSlotsRow
  day_keys: DayKeysRow
  download_tickets: DownloadTicketsRow
  leases: LeasesRow
}

export type Database = Kysely<Tables>

/** Why a file can no longer be had. */
export type FileEnd = 'expired' | 'deleted' | 'downloaded'

/**
 * One file. The row is the commit point of an upload: no row, no file. After its end a row stays for a while
 * so that the page can say what happened; by then it has lost its name, its message and its slots.
 */
export type FilesRow = {
  id: string
  blob_id: string
  owner_id: string | null
  filename: string
  /** `filename` in a form that compares without case, for search: SQLite's lower() knows ASCII only. */
  filename_folded: string
  size: number
  mime_type: string
  description: string | null
  encryption_method: string
  password_protected: number
  delete_after_download: number
  uploaded_at: number
  expires_at: number
  /** UTC day of `expires_at`, such as 2026-11-21; names the day key. */
  expiry_day: string
  /** SHA-256 of the deletion token. */
  deletion_token_hash: Uint8Array
  download_count: number
  ended_at: number | null
  ended_as: FileEnd | null
  /** Set once the blob is known to be gone, so that the sweep need not ask again. */
  blob_removed: number
}

/** A wrapped file key; see docs/file-format.md. */
export type FileSlotsRow = {
  file_id: string
  type: 'server' | 'password' | 'ml-kem'
  sealed: Uint8Array
}

/** The key of all files that expire on one day, sealed under the master key `kid`. */
export type DayKeysRow = {
  day: string
  kid: string
  sealed: Uint8Array
}

/** Leave to download one file; see docs/decisions on tickets. */
export type DownloadTicketsRow = {
  /** SHA-256 of the ticket. */
  hash: Uint8Array
  file_id: string
  /** The file key, sealed under the ticket itself. */
  sealed_key: Uint8Array
  expires_at: number
  /** Which parts have reached the receiver: a JSON list of [start, end) pairs. */
  delivered: string
  /** 1 once this ticket's transfer has been counted. */
  counted: number
}

/** Who may run a job that must run once among several instances. */
export type LeasesRow = {
  name: string
  holder: string
  expires_at: number
}
