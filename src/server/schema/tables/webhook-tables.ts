import type { WebhookCallType, WebhookFormat } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { CallFailure } from '#contract/accounts/webhooks/webhooks.ts'

/** An address that is called when something happens: see messaging/webhooks. */
export type WebhooksRow = {
  id: string
  /** Its owner; of one of the service, the administrator who made or last changed it. */
  user_id: string
  /** 1: it is about everybody's transfers and requests. */
  is_service: number
  name: string
  format: WebhookFormat
  /** Separated by blanks. */
  events: string
  /** 1: bodies have names. */
  names: number
  /** The master key under whose outbox key `sealed` lies. */
  kid: string
  /** JSON of the address, which may hold a secret of its receiver, and of the secrets that sign. */
  sealed: Uint8Array
  /** Until when the secret before the last rotation signs, too. */
  old_secret_until: number | null
  /** Number of the last call. */
  calls: number
  /** First failure since a call got through. */
  failing_since: number | null
  off_at: number | null
  off_reason: 'owner' | 'failing' | 'gone' | null
  created_at: number
}

/** A call of a webhook, kept for its owner. */
export type WebhookDeliveriesRow = {
  id: string
  webhook_id: string
  n: number
  type: WebhookCallType
  happened_at: number
  kid: string
  /** JSON of what is sent; it may hold names. */
  sealed: Uint8Array
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  tries: number
  tried_at: number | null
  took: number | null
  status: number | null
  failure: CallFailure | null
  answer_kid: string | null
  sealed_answer: Uint8Array | null
}

/** A call that waits for its first or next try. Its row goes when it was delivered, given up or dropped. */
export type WebhookQueueRow = {
  /** Id of the call. */
  id: string
  kind: string
  webhook_id: string
  user_id: string
  n: number
  /** 1 until the end of its first try: the next call of the webhook waits for that. */
  is_first: number
  queued_at: number
  not_before: number
  tries: number
}

/** A program that waits for its person to connect it: see identity/api-keys/device-codes.ts. */
export type DeviceCodesRow = {
  /** SHA-256 of the code that the program keeps. */
  device_hash: Uint8Array
  /** SHA-256 of the code that the person enters. */
  user_code_hash: Uint8Array
  name: string
  /** Separated by blanks. */
  scopes: string
  network: string
  state: 'waiting' | 'approved' | 'denied'
  /** Account that approved it. */
  user_id: string | null
  polled_at: number | null
  created_at: number
  expires_at: number
}
