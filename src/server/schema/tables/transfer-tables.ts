import type { Language } from '#contract/languages.ts'
import type { MailState } from '#contract/transfers/recipients.ts'
import type { StoreName } from '../store-names.ts'

/** Why a transfer can no longer be had. */
export type TransferEnd = 'expired' | 'deleted' | 'downloaded'

/**
 * One thing that was sent: its files, keys and policy. The row is the commit point of an upload: no row, no transfer.
 * `id` is a reference that opens nothing; addresses hold the id of a link. After its end a row stays for a while so that
 * pages can say what happened; by then it has lost its names, its message, its life key and its slots.
 */
export type TransfersRow = {
  id: string
  owner_id: string | null
  /** Name in lists and of the download. */
  name: string
  /** `name` in a form that compares without case, for search: SQLite's lower() knows ASCII only. */
  name_folded: string
  title: string | null
  /** Sender's name as typed. */
  sender_name: string | null
  message: string | null
  state: 'ready' | 'disabled' | 'ended'
  encryption_method: string
  password_protected: number
  /** 1: the transfer ends once all its links are used up. */
  delete_after_download: number
  /** Plaintext bytes of all files, and complete downloads of all links: kept here for lists and quotas. */
  size: number
  /** How many files the sender selected, in all rows of `files`. */
  file_count: number
  /** Position of the next added file. Positions are never reused, so that none means another file later. */
  next_position: number
  downloads: number
  created_at: number
  expires_at: number
  /** UTC day such as 2026-11-21 whose key seals the life key: the day of `expires_at`. */
  key_day: string
  /** Empty once the transfer has ended. */
  sealed_life_key: Uint8Array
  /** SHA-256 of the deletion token, which is the SHA-256 of the manage token. */
  manage_token_hash: Uint8Array
  /** Counts changes, so that two editors notice each other. */
  version: number
  /** Time until which a disabled transfer is kept as evidence. Null for all others. */
  held_until: number | null
  ended_at: number | null
  ended_as: TransferEnd | null
  /** 1 once its blobs are known to be gone, so that the sweep need not ask again. */
  cleared: number
  /** The request that it was sent to, which may be deleted; null for all others. */
  request_id: string | null
  /** Name and address given by the visitor of a request, and SHA-256 of their browser's token. Null once it has ended. */
  uploader_name: string | null
  uploader_email: string | null
  visitor_hash: Uint8Array | null
}

/**
 * A file of a transfer. Several files that were sent together arrive as one packed file; each that was added later has a row of
 * its own, at the next position. The position of a removed file stays empty.
 */
export type FilesRow = {
  id: string
  transfer_id: string
  position: number
  filename: string
  mime_type: string
  /** Plaintext bytes as stored, and before packing. */
  size: number
  original_size: number
  packed: number
  /** How many files the sender selected that are in it: more than one where they were packed. */
  file_count: number
  scan: 'clean' | 'checked' | 'unscanned'
  /** When it was modified, if it was sent by itself and its sender said it. */
  modified_at: number | null
}

/**
 * A part of a file's content, in its own blob: most files have one, a resumed upload one for each part that became durable.
 * In the order of `position` they are the content. An unfinished upload has segments and no file yet.
 */
export type SegmentsRow = {
  file_id: string
  /** Part of a file in the blob: its content, the index of an archive, or thumbnails. Each counts from 0. */
  part: 'content' | 'members' | 'thumbnails'
  position: number
  blob_id: string
  /** Plaintext bytes. */
  size: number
}

/** Sealed bytes in one of the named stores. */
export type BlobsRow = {
  id: string
  store: StoreName
  /** Sealed bytes. */
  size: number
  created_at: number
  /** When a scrub, a backup or a download found it missing or altered. */
  damaged_at: number | null
}

/** The sealed bytes of a blob whose store is the database. */
export type SmallBlobsRow = {
  id: string
  content: Uint8Array
}

/** A transfer key, wrapped for one who may open it; see docs/file-format.md. A transfer has any number of a kind. */
export type SlotsRow = {
  id: string
  transfer_id: string
  kind: 'server' | 'password' | 'ml-kem'
  sealed: Uint8Array
  /** Key pair of an ML-KEM slot. */
  pair_id: string | null
}

/** Slot of an end-to-end encrypted transfer as its sender made it, beside the server's own slot; see docs/end-to-end.md. */
export type EndToEndSlotsRow = {
  slot_id: string
  sealed: Uint8Array
  /** SHA-256 of the proof. */
  proof_hash: Uint8Array
}

/** The key of all transfers that expire on one day, sealed under the master key `kid`. */
export type DayKeysRow = {
  day: string
  kid: string
  sealed: Uint8Array
}

/** A way in: its id is the secret in an address. */
export type LinksRow = {
  id: string
  transfer_id: string
  kind: 'main' | 'extra' | 'recipient'
  label: string | null
  /** Mail address and language of the recipient of a personal link. Null again once the transfer has ended. */
  recipient: string | null
  language: Language | null
  /** 1: it opens only with a code that is mailed to the recipient. */
  needs_code: number
  /** State of the latest mail with this link; null if there is none. */
  mailed: MailState | null
  /** Null for no limit. */
  download_limit: number | null
  /** Complete downloads. More than the limit once that was lowered below them. */
  downloads: number
  created_at: number
  /** Null: as long as the transfer. */
  expires_at: number | null
  revoked_at: number | null
  /** When its page was first looked at. */
  opened_at: number | null
  first_download_at: number | null
  last_download_at: number | null
}

/** A download that may still complete: issued as a ticket, or taken by a request without one. */
export type ReservationsRow = {
  /** SHA-256 of the ticket. */
  ticket_hash: Uint8Array
  link_id: string
  /** The transfer key, sealed under the ticket itself; empty where there is no ticket, or after the end. */
  sealed_key: Uint8Array
  /** The slot through which the ticket was issued: without it the ticket opens nothing. Null without a ticket. */
  slot_id: string | null
  /** Until when the ticket opens the transfer. */
  expires_at: number
  /** While it is ahead, this download holds one of the link's limited places, and the blobs stay. */
  until: number | null
  /** 1 while a connection is sending. On a limited link each ticket has one connection at a time. */
  running: number
  /** The byte ranges that have gone out, as JSON. */
  delivered: string
  /** 1 when all bytes have gone out and the receiver has not confirmed them: it counts when `until` is over. */
  whole: number
  /** 1 once this download has been counted. */
  counted: number
}

export type TransferEventKind =
  | 'created'
  | 'downloaded'
  | 'contents-opened'
  | 'end-moved'
  | 'expiring'
  | 'expired'
  | 'deleted'
  | 'disabled'
  | 'restored'
  | 'link-sent'
  | 'renamed'
  | 'message-changed'
  | 'limit-changed'
  | 'deletion-changed'
  | 'password-set'
  | 'password-changed'
  | 'password-removed'
  | 'link-added'
  | 'link-changed'
  | 'link-revoked'
  | 'file-added'
  | 'file-removed'
  | 'claimed'
  | 'recipient-forgotten'

/** Event of a transfer's timeline. */
export type TransferEventsRow = {
  id: string
  transfer_id: string
  at: number
  kind: TransferEventKind
  link_id: string | null
  /** Network it came from; erased after seven days. */
  network: string | null
  /** JSON. */
  details: string
}

/** An upload over tus, from its creation until a while after it has become a transfer or was refused. */
export type UploadsRow = {
  /** SHA-256 of the id in the upload's address: the address authorises its sender to continue. */
  id_hash: Uint8Array
  transfer_id: string
  file_id: string
  owner_id: string | null
  length: number
  received: number
  /** Metadata of the creation, sealed under a key of the transfer: it may hold a file password. */
  metadata: Uint8Array
  /** The transfer key, sealed under the day key of `key_day`. Empty once there is an outcome. */
  sealed_key: Uint8Array
  key_day: string
  /** JSON of what became of it: the reply, or a failure's code. Null while it is under way. */
  outcome: string | null
  created_at: number
  expires_at: number
}

/**
 * An unfinished upload. Its declared bytes count against person and network until it ends, and against the free space as far as
 * it is not stored yet.
 */
export type UploadClaimsRow = {
  id: string
  owner_id: string | null
  /** The request that it is for. */
  request_id: string | null
  network: string
  /** Declared, and stored of them by now. */
  bytes: number
  stored: number
  until: number
  /** Since when and until when it holds some of the free space. Null from a release that held all until the end. */
  held_since: number | null
  held_until: number | null
}

/** Current step of one upload, for its sender. */
export type UploadStepsRow = {
  /** SHA-256 of the token that the sender made up. */
  token_hash: Uint8Array
  step: string
  expires_at: number
  /** The link of the upload, once it was given out. */
  link_id: string | null
}

/** A blob in a store that no row names, and when it was first and last seen so. */
export type OrphansRow = {
  blob_id: string
  store: StoreName
  first_seen: number
  last_seen: number
  /** When its blob was given up as an orphan: from then on no row may name it. */
  removed_at: number | null
}
