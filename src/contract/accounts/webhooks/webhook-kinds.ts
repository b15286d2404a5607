/** Bodies that a webhook can have: Standard Webhooks, or the one that a service takes as a message. */
export const webhookFormats = ['standard', 'slack', 'mattermost', 'matrix', 'ntfy', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Events that every account can subscribe to, of its transfers and requests. */
export const ownWebhookEvents = [
  'transfer.created',
  'transfer.opened',
  'transfer.downloaded',
  'transfer.limit_reached',
  'transfer.expiring',
  'transfer.ended',
  'transfer.reported',
  'transfer.disabled',
  'request.received',
  'request.closed',
] as const

/** The same of everybody, and those of the service: for administrators. */
export const webhookEvents = [...ownWebhookEvents, 'user.created'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Everything that a call can be about. */
export const webhookCallTypes = [...webhookEvents, 'webhook.test'] as const
export type WebhookCallType = (typeof webhookCallTypes)[number]

export const webhookLimits = {
  /** Webhooks of an account, and of the service. */
  webhooks: 20,
  /** Characters. */
  name: 100,
  address: 2000,
  /** Calls that a list shows. */
  listed: 50,
} as const
