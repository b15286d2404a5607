import {
  ownWebhookEvents,
  type WebhookEvent,
  type WebhookFormat,
} from '#contract/accounts/webhooks/webhook-kinds.ts'
import { client } from '#web/accounts/client.ts'
import { calls, type Scope } from './queries.ts'

/** A webhook as it is filled in. */
export type Draft = {
  url: string
  name: string
  format: WebhookFormat
  events: WebhookEvent[]
  names: boolean
}

/** Creates a webhook; the reply has its secret, this once. */
export function createWebhook(scope: Scope, body: Draft) {
  const { events, ...others } = body
  if (scope === 'own' && isOwn(events)) return client.call(calls.own.create, { body: { ...others, events } })
  return client.call(calls.service.create, { body })
}

/** Sends a test call to a webhook that is not saved. */
export function sendTrial(scope: Scope, body: Draft) {
  const { events, ...others } = body
  if (scope === 'own' && isOwn(events)) return client.call(calls.own.tryOut, { body: { ...others, events } })
  return client.call(calls.service.tryOut, { body })
}

/** Changes a webhook; it is on afterwards unless `on` is false. */
export function updateWebhook(scope: Scope, id: string, body: Draft & { on?: boolean }) {
  const params = { id }
  const { events, ...others } = body
  if (scope === 'own' && isOwn(events))
    return client.call(calls.own.update, { params, body: { ...others, events } })
  return client.call(calls.service.update, { params, body })
}

function isOwn(events: readonly WebhookEvent[]): events is (typeof ownWebhookEvents)[number][] {
  return events.every((event) => ownWebhookEvents.some((own) => own === event))
}
