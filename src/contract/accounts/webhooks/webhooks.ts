import * as z from 'zod/mini'
import { randomId, time } from '../../transfers/files.ts'
import {
  ownWebhookEvents,
  type WebhookEvent,
  webhookCallTypes,
  webhookEvents,
  webhookFormats,
  webhookLimits,
} from './webhook-kinds.ts'

/** Facts of an event: nothing in them opens anything. */
export const webhookFacts = z.object({
  /** Reference of the transfer, of the request or of the account. */
  ref: z.optional(z.string()),
  files: z.optional(z.int()),
  bytes: z.optional(z.int()),
  downloads: z.optional(z.int()),
  /** Downloads that the link allows; null for any number. */
  limit: z.optional(z.nullable(z.int())),
  expires: z.optional(time),
  /** How a transfer ended, or a request. */
  reason: z.optional(z.enum(['expired', 'deleted', 'downloaded', 'closed', 'key-deleted'])),
  /** Address of the page of the portal, which asks to sign in. */
  page: z.string(),
  /** Only where the webhook includes names. */
  name: z.optional(z.string()),
})
export type WebhookFacts = z.infer<typeof webhookFacts>

export const webhookId = randomId

const webhookAddress = z.string().check(z.trim(), z.minLength(1), z.maxLength(webhookLimits.address))
const name = z.string().check(z.trim(), z.regex(/^\P{Cc}*$/u), z.maxLength(webhookLimits.name))

function requestOf<const Events extends readonly WebhookEvent[]>(events: Events) {
  const list = z.array(z.enum(events)).check(
    z.minLength(1),
    z.maxLength(events.length),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'has something twice'),
  )
  return z.strictObject({
    url: webhookAddress,
    events: list,
    format: z.enum(webhookFormats),
    /** Whether bodies have the names of transfers, requests and accounts. */
    names: z.boolean(),
    /** Its owner's name for it; by default the host of the address. */
    name: z.optional(name),
    /** False switches it off. */
    on: z._default(z.boolean(), true),
  })
}

export const webhookRequest = requestOf(ownWebhookEvents)
export const serviceWebhookRequest = requestOf(webhookEvents)
export type WebhookRequest = z.output<typeof serviceWebhookRequest>

export const webhook = z.object({
  id: webhookId,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  format: z.enum(webhookFormats),
  names: z.boolean(),
  on: z.boolean(),
  /** Reason why it is off: its owner, five days of failure, status 410, or its owner is no longer an administrator. */
  offReason: z.nullable(z.enum(['owner', 'failing', 'gone', 'demoted'])),
  /** Since when no call got through; null when the last one did. */
  failingSince: z.nullable(time),
  /** When it is switched off unless a call gets through before. */
  turnsOffAt: z.nullable(time),
  /** Until when calls are signed with the secret before the last rotation, too. */
  oldSecretUntil: z.nullable(time),
  lastCall: z.nullable(z.object({ at: time, status: z.nullable(z.int()) })),
  createdAt: time,
  /** Administrator who made or last changed a webhook of the service; null for own ones. */
  by: z.nullable(z.string()),
})
export type Webhook = z.infer<typeof webhook>

/** Reason why a call got no answer. */
const callFailures = [
  'address-not-public',
  'address-unknown',
  'no-connection',
  'no-answer-in-time',
  'not-secure',
] as const
export type CallFailure = (typeof callFailures)[number]

export const delivery = z.object({
  /** Number among the calls of its webhook. */
  n: z.int(),
  /** The same at every try, as the header `webhook-id`. */
  id: z.string(),
  type: z.enum(webhookCallTypes),
  /** When it happened. */
  at: time,
  /** Waiting for its first or next try, delivered, given up, or dropped because the webhook was off. */
  state: z.enum(['waiting', 'delivered', 'failed', 'dropped']),
  tries: z.int(),
  /** When it was tried last. */
  triedAt: z.nullable(time),
  nextTryAt: z.nullable(time),
  /** Status of the last answer; null where none came, and `failure` says why. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.enum(callFailures)),
  /** Milliseconds that the last try took. */
  took: z.nullable(z.int()),
  body: z.string(),
  /** First characters of the last answer. */
  answer: z.nullable(z.string()),
})
export type Delivery = z.infer<typeof delivery>

/** One call to an address that no webhook has yet. */
export const webhookTrial = z.object({
  /** Status of the answer; null where none came, and `failure` says why. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.enum(callFailures)),
  /** Milliseconds that the call took. */
  took: z.int(),
  body: z.string(),
  /** First characters of the answer. */
  answer: z.nullable(z.string()),
  /** Secret that signed this call and signs no other. */
  secret: z.string(),
})
export type WebhookTrial = z.infer<typeof webhookTrial>
