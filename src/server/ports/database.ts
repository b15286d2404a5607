import type { Kysely } from 'kysely'
import type { Language } from '#contract/languages.ts'

/**
 * The tables, as both engines hold them: text ids, bigint milliseconds since 1970, smallint flags (0 or 1),
 * bytes as blob or bytea. There is no port over SQL beyond this type: capabilities write Kysely queries and
 * the tests run each of them on SQLite and on PostgreSQL.
 */
export type Tables = {
  files: FilesRow
  pieces: PiecesRow
  file_slots: FileSlotsRow
  day_keys: DayKeysRow
  download_tickets: DownloadTicketsRow
  leases: LeasesRow
  resumable_uploads: ResumableUploadsRow
  upload_steps: UploadStepsRow
  allowances: AllowancesRow
  mail_outbox: MailOutboxRow
  users: UsersRow
  sessions: SessionsRow
  known_devices: KnownDevicesRow
  reset_tokens: ResetTokensRow
  password_tries: PasswordTriesRow
  contacts: ContactsRow
  notifications: NotificationsRow
  ml_kem_pairs: MlKemPairsRow
  rsa_pairs: RsaPairsRow
  service: ServiceRow
  maintenance: MaintenanceRow
  audit_log: AuditLogRow
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
export type PiecesRow = {
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

/** Who may run a job that must run once among several instances. */
export type LeasesRow = {
  name: string
  holder: string
  expires_at: number
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

/** How much of a limit is used up: see limits/take-allowance.ts. */
export type AllowancesRow = {
  key: string
  /** When the whole allowance will be there again. */
  free_at: number
}

/** A person with an account. */
export type UsersRow = {
  id: string
  username: string
  /** In lower case: no two names differ in case only. */
  username_folded: string
  email: string
  email_folded: string
  /** See crypto/account-password.ts. */
  password_hash: string
  /** 1 when an administrator has set the password: nothing else works until it is changed. */
  must_change_password: number
  is_admin: number
  is_pro: number
  is_active: number
  /** Bytes that all live files of this person may have together. */
  storage_limit: number
  /** Which mails this person wants; marketing with the time of the consent and the terms it was given under. */
  wants_security: number
  wants_notifications: number
  wants_marketing: number
  marketing_consent_at: number | null
  marketing_consent_version: string | null
  /** The version of the terms that was accepted last, and when. */
  accepted_terms_version: string | null
  accepted_terms_at: number | null
  /** What mails to them speak; null until it is known. */
  language: Language | null
  created_at: number
  /** The last time somebody signed in. */
  signed_in_at: number | null
}

/**
 * One sign-in on one device, also called a family of refresh tokens: see accounts/session-tokens.ts. Hashes are
 * SHA-256 of tokens.
 */
export type SessionsRow = {
  id: string
  user_id: string
  access_hash: Uint8Array
  access_expires_at: number
  /** The access token before the last refresh, good until its own end: calls on their way may carry it. */
  previous_access_hash: Uint8Array | null
  previous_access_expires_at: number | null
  /** Of the part that all refresh tokens of this session have in common. */
  family_hash: Uint8Array
  refresh_hash: Uint8Array
  /** The refresh token before the last refresh, good for the grace; its successor is made with the salt. */
  previous_refresh_hash: Uint8Array | null
  successor_salt: Uint8Array | null
  rotated_at: number | null
  remembered: number
  /** Such as «Firefox, Windows»; empty when it is not known. */
  device: string
  created_at: number
  last_used_at: number
  /** Without another refresh the session ends then; at `expires_at` it ends in any case. */
  idle_until: number
  expires_at: number
}

/** Where a person has signed in from: see accounts/note-device.ts. */
export type KnownDevicesRow = {
  /** SHA-256 of the person and the device. */
  hash: Uint8Array
  user_id: string
  seen_at: number
}

/** Leave to set a new password, mailed to the person. */
export type ResetTokensRow = {
  /** SHA-256 of the token. */
  hash: Uint8Array
  user_id: string
  expires_at: number
}

/** Wrong passwords in a row: see accounts/count-tries.ts. */
export type PasswordTriesRow = {
  /** SHA-256 of the name as typed, which may be a password typed into the wrong field. */
  key_hash: Uint8Array
  failures: number
  last_at: number
}

/** A mail that has not left yet. The row is gone once the mail was taken over, refused or given up. */
export type MailOutboxRow = {
  id: string
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** The file that it is about: a mail does not outlive it. */
  file_id: string | null
  queued_at: number
  not_before: number
  tries: number
}

/** Somebody whom a person sends files to. */
export type ContactsRow = {
  id: string
  user_id: string
  name: string
  /** For sorting and, with all the rest in `search_text`, for search: see contract/fold-for-search.ts. */
  name_folded: string
  email: string
  phone: string | null
  company: string | null
  search_text: string
  created_at: number
}

/** What happened to a file, for its owner. One row for each kind of thing, however often it happened. */
export type NotificationsRow = {
  id: string
  user_id: string
  /** The file may be long forgotten. */
  file_id: string
  kind: 'downloaded' | 'expiring' | 'expired'
  filename: string
  times: number
  /** The last time. */
  happened_at: number
  /** Null again when it happens again. */
  read_at: number | null
}

/** A post-quantum key pair of a person: see docs/file-format.md. */
export type MlKemPairsRow = {
  id: string
  user_id: string
  algorithm: 'ml-kem512' | 'ml-kem768' | 'ml-kem1024'
  /** SubjectPublicKeyInfo, DER. */
  public_key: Uint8Array
  /** The private half, under the pair key and the key password. */
  sealed_seed: Uint8Array
  /** The master key that the pair key is sealed under. */
  kid: string
  sealed_pair_key: Uint8Array
  created_at: number
}

/** An RSA key pair, made in its person's browser, which encrypted the private half. */
export type RsaPairsRow = {
  user_id: string
  /** SubjectPublicKeyInfo, DER. */
  public_key: Uint8Array
  /** salt || nonce || ciphertext || tag; see rsaKeys of the contract. */
  encrypted_private_key: Uint8Array
  /** Of PBKDF2. */
  iterations: number
  created_at: number
}

/** Which service this is: one row, made with the tables, so that two databases are never taken for the same service. */
export type ServiceRow = {
  id: string
}

/** Whether the service is under maintenance: one row, always there. */
export type MaintenanceRow = {
  id: number
  active: number
  /** What people read instead of an answer. */
  message: string
}

/** One act, as told by the audit log: see audit/record-act.ts. Names are as they were at that time. */
export type AuditLogRow = {
  id: string
  at: number
  /** One of the contract's acts. */
  act: string
  actor_id: string | null
  actor_name: string | null
  subject_id: string | null
  subject_name: string | null
  /** JSON of what else there is to say; neither names nor addresses of people. */
  details: string
  network: string | null
}
