/** Why a file can no longer be had. */
export type FileEnd = 'expired' | 'deleted' | 'downloaded'

/**
 * One file. The row is the commit point of an upload: no row, no file. After its end a row stays for a while
 * so that the page can say what happened; by then it has lost its name, its message and its slots.
 */
export type FilesRow = {
  id: string
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
  scan: 'clean' | 'checked' | 'unscanned'
  /** SHA-256 of the deletion token. */
  deletion_token_hash: Uint8Array
  download_count: number
  ended_at: number | null
  ended_as: FileEnd | null
  /** Set once the blob is known to be gone, so that the sweep need not ask again. */
  blob_removed: number
}

/**
 * A part of a file's content, in its own blob: most files have one, a resumed upload one for each time it was taken up.
 * Together, in the order of `position`, they are the content. An unfinished upload has pieces and no file yet.
 */
export type SegmentsRow = {
  file_id: string
  position: number
  blob_id: string
  /** Plaintext bytes. */
  size: number
}

/** A wrapped file key; see docs/file-format.md. */
export type FileSlotsRow = {
  file_id: string
  type: 'server' | 'password' | 'ml-kem'
  sealed: Uint8Array
  /** Of an ML-KEM slot: the pair that it was made for. */
  pair_id: string | null
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
  /** What became of the transfers so far: a `Delivery` of files/download, as JSON. */
  delivered: string
  /** 1 once this ticket's transfer has been counted. */
  counted: number
}

/** An upload over tus, from its creation until a while after it has become a file or was refused. */
export type ResumableUploadsRow = {
  /** SHA-256 of the id in the upload's address: who holds the address may go on with it. */
  id_hash: Uint8Array
  file_id: string
  owner_id: string | null
  length: number
  received: number
  /** What the sender said at the creation, sealed under the upload's key: it may hold a file password. */
  metadata: Uint8Array
  /** The upload's key, sealed under the day key of `key_day`. Empty once there is an outcome. */
  sealed_key: Uint8Array
  key_day: string
  /** JSON of what became of it: the reply, or a failure's code. Null while it is under way. */
  outcome: string | null
  expires_at: number
}

/** What the server is at with one upload, for its sender to read. */
export type UploadStepsRow = {
  /** SHA-256 of the token that the sender made up. */
  token_hash: Uint8Array
  step: string
  expires_at: number
}
