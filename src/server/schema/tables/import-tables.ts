/** Something that came from another service. It stays when that has ended here, so that it never comes again. */
export type ImportedRow = {
  /** SHA-256 of the service, the kind and the id there. */
  hash: Uint8Array
  /** The account of a person; null for all else, and once it was erased. */
  user_id: string | null
  /** When the person was mailed a link that sets a password; null before. */
  mailed_at: number | null
  created_at: number
}

/** An address that a transfer or a request had in another service. It ends with either. */
export type OldLinksRow = {
  /** SHA-256 of its path: the id in it was as secret as that of a link is here. */
  hash: Uint8Array
  transfer_id: string | null
  request_id: string | null
}
