/** Why an upload ended whose link was given out before. */
export type ArrivalEnd = 'cancelled' | 'virus' | 'refused' | 'stopped'

/**
 * The link of an upload under way, given out before there is a transfer. The row goes in the transaction that commits the
 * transfer, which gets a main link of the same id. It opens nothing.
 */
export type ArrivalsRow = {
  link_id: string
  /** `transfer_id` of the resumable upload; null for a form that comes in one request. */
  upload_id: string | null
  owner_id: string | null
  /** As typed. Null again once it has ended. */
  title: string | null
  sender_name: string | null
  /** Encryption method; null while it is not known. */
  method: string | null
  /** Bytes of the upload. */
  total: number
  received: number
  /** Last sign of life of the instance that takes the bytes. */
  seen_at: number
  ended_as: ArrivalEnd | null
  created_at: number
  expires_at: number
}
