/** A link through which anyone can send files to a person with an account. */
export type RequestsRow = {
  id: string
  owner_id: string
  title: string
  instructions: string | null
  /** JSON list of names. */
  checklist: string
  /** The deadline. */
  until: number
  /** How many uploads are taken, and have arrived; files in them, and their bytes before packing. */
  uploads_limit: number | null
  uploads: number
  files: number
  /** Bytes of one upload, and of all together. */
  largest_upload: number | null
  bytes_limit: number | null
  bytes: number
  /** JSON of the contract's `requestTypes`. */
  types: string
  /** See crypto/passwords/account-password.ts. */
  password_hash: string | null
  /** Fields that visitors are asked for: `name`, `email` and `code`, separated by blanks. */
  asks: string
  /** How long files are kept, such as `7d`. */
  keep_for: string
  lock: 'key' | 'none'
  /** The pair that locks; null without a lock, or once it was deleted. */
  pair_id: string | null
  /** 1: visitors seal in their browsers for `browser_pair_id`, which is null once that pair was deleted. `lock` is `key` then. */
  in_browser: number
  browser_pair_id: string | null
  closed_at: number | null
  /** When webhooks were told that its time is over; null before. */
  end_announced_at: number | null
  /** When it was closed after a report: until that is undone, its owner cannot open it, and no ticket is good. */
  disabled_at: number | null
  /** When its owner was last mailed that something has arrived, and how many uploads came since. */
  mailed_at: number | null
  unmailed: number
  created_at: number
}

/** A visitor's data of an upload for a request; deleted when the transfer ends. */
export type RequestUploadsRow = {
  transfer_id: string
  /** JSON list of names and sizes, the first hundred. */
  files: string
  /** JSON list of names of the checklist. */
  checked: string
  /** 1: a code has shown that the address is the visitor's. */
  email_confirmed: number
}

/** A ZIP of what has arrived for a request, for the holder of a ticket. */
export type RequestArchivesRow = {
  /** SHA-256 of the ticket. */
  ticket_hash: Uint8Array
  request_id: string
  /** JSON of the transfers and their keys, sealed under the ticket. */
  sealed: Uint8Array
  expires_at: number
}
