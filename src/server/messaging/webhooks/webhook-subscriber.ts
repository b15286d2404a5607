import type { WebhookEvent } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Subscriber } from '#server/platform/events/open-dispatcher.ts'
import type { Services } from '#server/platform/services.ts'
import type { EventOf } from '#server/schema/event-kinds.ts'
import { queueCall } from './queue-call.ts'
import { eventsOf, mayAct, type OwnedWebhook, selectWebhooks } from './webhook-rows.ts'

type Needs = Pick<Services, 'config' | 'clock' | 'keyRing'>

/** Queues the calls of webhooks that wait for what has happened. @param deliver begins to make them */
export function webhookSubscriber(services: Needs, deliver: () => void): Subscriber {
  let isQueued = false
  return {
    async handle(transaction, event) {
      if (event.kind !== 'webhook.occurred') return
      if (await queueCalls(services, transaction, event)) isQueued = true
    },
    afterCommit() {
      if (isQueued) deliver()
      isQueued = false
    },
  }
}

async function queueCalls(
  services: Needs,
  transaction: Database,
  { userId, at, payload: { type, facts, serviceOnly } }: EventOf<'webhook.occurred'>,
): Promise<boolean> {
  const rows = await selectWebhooks(transaction)
    .where('off_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('is_service', '=', 1),
        // Also where the event is only for the service: an own one must not be called then.
        ...(userId === null || serviceOnly ? [] : [eb('user_id', '=', userId)]),
      ]),
    )
    .orderBy('webhooks.id')
    .execute()
  const waiting = rows.filter((row) => eventsOf(row.events).includes(type) && mayAct(row))
  for (const webhook of waiting) {
    const page = pageOf(services, webhook, type, { ref: facts.ref, userId })
    await queueCall(services, transaction, webhook, { type, at, facts: { ...facts, page } })
  }
  return waiting.length > 0
}

/** Address of the page about it, which asks to sign in. The id of a request opens its public page: its list stands for it. */
function pageOf(
  { config: { publicUrl } }: Needs,
  { is_service, user_id }: OwnedWebhook,
  type: WebhookEvent,
  { ref, userId }: { readonly ref: string | undefined; readonly userId: string | null },
): string {
  if (type === 'user.created') return `${publicUrl}/admin?tab=users`
  if (is_service === 1 && userId !== user_id) return `${publicUrl}/admin?tab=files`
  return type.startsWith('request.') ? `${publicUrl}/portal/requests` : `${publicUrl}/portal/files/${ref}`
}
