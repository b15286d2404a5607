import * as z from 'zod/mini'
import { webhookLimits } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { Delivery, Webhook } from '#contract/accounts/webhooks/webhooks.ts'
import type { Database, WebhookDeliveriesRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { openRecord } from '#server/platform/events/sealed-record.ts'
import { Failure } from '#server/platform/failure.ts'
import { workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { openCall, queueAgain, queueCall } from './queue-call.ts'
import { testCall } from './try-address.ts'
import { findWebhook, mayAct, type OwnedWebhook, type Scope, timeOrNull } from './webhook-rows.ts'
import { describeWebhook } from './webhooks.ts'

/** How long a call is kept for the owner of its webhook, in milliseconds. */
export const callLife = 30 * 24 * 60 * 60_000

/** The last calls of a webhook, the latest first. @throws Failure WEBHOOK_NOT_FOUND */
export async function listDeliveries(
  services: Services,
  scope: Scope,
  id: string,
): Promise<{ webhook: Webhook; deliveries: Delivery[] }> {
  const { database, clock } = services
  const webhook = await describeWebhook(services, scope, id)
  const rows = await database
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_queue', 'webhook_queue.id', 'webhook_deliveries.id')
    .selectAll('webhook_deliveries')
    .select(['webhook_queue.not_before as next_at'])
    .where('webhook_deliveries.webhook_id', '=', id)
    .where('happened_at', '>', clock.now() - callLife)
    .orderBy('webhook_deliveries.n', 'desc')
    .limit(webhookLimits.listed)
    .execute()
  return { webhook, deliveries: rows.map((row) => deliveryOf(services, row)) }
}

function deliveryOf(
  services: Pick<Services, 'keyRing'>,
  row: WebhookDeliveriesRow & { next_at: number | null },
): Delivery {
  const { n, id, type, state, tries, status, failure, took } = row
  return {
    n,
    id,
    type,
    at: new Date(row.happened_at).toISOString(),
    state,
    tries,
    triedAt: timeOrNull(row.tried_at),
    nextTryAt: timeOrNull(row.next_at),
    status,
    failure,
    took,
    body: openCall(services, row).body,
    answer: openAnswer(services, row),
  }
}

function openAnswer(
  { keyRing }: Pick<Services, 'keyRing'>,
  { id, answer_kid: kid, sealed_answer: sealed }: WebhookDeliveriesRow,
): string | null {
  if (kid === null || sealed === null) return null
  return z.string().parse(openRecord(keyRing, `webhook answer ${id}`, { kid, sealed }))
}

/** Queues a test call. @throws Failure WEBHOOK_NOT_FOUND, WEBHOOK_OFF, RATE_LIMITED */
export async function testWebhook(services: Services, scope: Scope, id: string): Promise<number> {
  const { database } = services
  const n = await transact(database, async (transaction) => {
    const webhook = await findActive(transaction, scope, id)
    return queueCall(services, transaction, webhook, testCall(services, scope))
  })
  if (n === undefined) throw new Failure('RATE_LIMITED')
  services.webhooks.wake()
  return n
}

/** Sends a call again, or now if it waits. @throws Failure WEBHOOK_NOT_FOUND, WEBHOOK_OFF, DELIVERY_NOT_FOUND */
export async function sendAgain(services: Services, scope: Scope, id: string, n: number): Promise<void> {
  const { database, clock } = services
  await transact(database, async (transaction) => {
    const webhook = await findActive(transaction, scope, id)
    const row = await transaction
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', tries: 0 })
      .where('webhook_id', '=', id)
      .where('n', '=', n)
      .where('happened_at', '>', clock.now() - callLife)
      .returning(['id', 'type'])
      .executeTakeFirst()
    if (!row) throw new Failure('DELIVERY_NOT_FOUND')
    await queueAgain(services, transaction, webhook, { ...row, n, isFirst: false })
  })
  services.webhooks.wake()
}

async function findActive(transaction: Database, scope: Scope, id: string): Promise<OwnedWebhook> {
  const webhook = await findWebhook(transaction, scope, id)
  if (webhook.off_at !== null || !mayAct(webhook)) throw new Failure('WEBHOOK_OFF')
  return webhook
}

/** Deletes calls past their time. */
export async function removeOldCalls({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const before = clock.now() - callLife
  await workInSets(async (size) => {
    const old = database
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('happened_at', '<=', before)
      .orderBy('happened_at')
      .limit(size)
    const deleted = await database.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst()
    return Number(deleted.numDeletedRows)
  })
}
