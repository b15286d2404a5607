import * as z from 'zod/mini'
import { composeCall } from '#contract/accounts/webhooks/call-body.ts'
import type { WebhookCallType } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { WebhookFacts } from '#contract/accounts/webhooks/webhooks.ts'
import { newId } from '#crypto/random-id.ts'
import type { Database, WebhookDeliveriesRow } from '#server/platform/database/database.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import type { Services } from '#server/platform/services.ts'
import type { OwnedWebhook } from './webhook-rows.ts'

/** Calls of one webhook that may wait: what happens beyond is not told. */
const maxWaiting = 10_000

const sealedCall = z.object({
  contentType: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
type SealedCall = z.infer<typeof sealedCall>

/** @throws MasterKeysInvalid, ContentDamaged, ZodError */
export function openCall(
  { keyRing }: Pick<Services, 'keyRing'>,
  { id, kid, sealed }: Pick<WebhookDeliveriesRow, 'id' | 'kid' | 'sealed'>,
): SealedCall {
  return sealedCall.parse(openRecord(keyRing, `webhook call ${id}`, { kid, sealed }))
}

type Content = {
  readonly type: WebhookCallType
  readonly at: number
  readonly facts: WebhookFacts
}

/**
 * Composes a call and queues it behind the earlier ones of its webhook, in a transaction. Its number says its place.
 * @returns the number; undefined when too many wait
 */
export async function queueCall(
  { clock, keyRing }: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  webhook: OwnedWebhook,
  { type, at, facts: known }: Content,
): Promise<number | undefined> {
  const { name, ...others } = known
  const facts = webhook.names === 1 && name !== undefined ? { ...others, name } : others
  const { waiting } = await transaction
    .selectFrom('webhook_queue')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('webhook_id', '=', webhook.id)
    .executeTakeFirstOrThrow()
  // guard: calls that wait for a webhook -> tests/http/integrations/webhook-delivery.test.ts "ten thousand"
  if (waiting >= maxWaiting) return undefined
  const numbered = await transaction
    .updateTable('webhooks')
    .set(({ eb }) => ({ calls: eb('calls', '+', 1) }))
    .where('id', '=', webhook.id)
    .returning('calls')
    .executeTakeFirst()
  if (!numbered) return undefined
  const n = numbered.calls
  const id = `msg_${newId()}`
  const call: SealedCall = composeCall(webhook.format, { type, at, facts }, webhook.language ?? 'en')
  await transaction
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhook.id,
      n,
      type,
      happened_at: at,
      ...sealRecord(keyRing, `webhook call ${id}`, call),
      state: 'waiting',
      tries: 0,
      tried_at: null,
      took: null,
      status: null,
      failure: null,
      answer_kid: null,
      sealed_answer: null,
    })
    .execute()
  await queueAgain({ clock }, transaction, webhook, { id, n, type, isFirst: true })
  return n
}

/** Puts a call into the queue. */
export async function queueAgain(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  { id: webhook_id, user_id }: OwnedWebhook,
  { id, n, type, isFirst }: { id: string; n: number; type: WebhookCallType; isFirst: boolean },
): Promise<void> {
  const now = clock.now()
  await transaction
    .insertInto('webhook_queue')
    .values({
      id,
      kind: type,
      webhook_id,
      user_id,
      n,
      is_first: isFirst ? 1 : 0,
      queued_at: now,
      not_before: now,
      tries: 0,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ not_before: now }))
    .execute()
}
