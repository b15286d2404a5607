import { sql } from 'kysely'
import { appendSecurityNotice } from '#server/identity/accounts/append-security-notice.ts'
import { type CallAnswer, CallFailed, callTime } from '#server/messaging/webhooks/outgoing/call-out.ts'
import type { WebhookQueueRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { sealRecord } from '#server/platform/events/sealed-record.ts'
import { type Consumer, workOff } from '#server/platform/queue/work-off.ts'
import type { Services, WebhookDelivery } from '#server/platform/services.ts'
import { answerText, sendSigned } from './outgoing/send-signed.ts'
import { openCall } from './queue-call.ts'
import { failingLife, mayAct, type OwnedWebhook, openWebhook, selectWebhooks } from './webhook-rows.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Calls of one process at once, and those for one account: slow receivers of one hold up no other. */
const slots = 8
const slotsOfOne = 3

type Needs = Pick<Services, 'config' | 'clock' | 'database' | 'keyRing' | 'log' | 'background'> & {
  /** Has events handled: the mail about a webhook that was switched off is one. */
  wakeEvents(): void
}

/** Result of a try. */
type CallEnd = { readonly state: 'delivered' | 'failed' | 'dropped' }

/** An answer that asks for another try. */
class CallRefused extends Error {
  readonly answer: CallAnswer

  constructor(answer: CallAnswer) {
    super(`status ${answer.status}`)
    this.answer = answer
  }
}

/**
 * Makes the calls that wait. The first tries of a webhook are made one after the other, in the order of what happened; a call that
 * is tried again holds nothing up.
 */
export function openWebhookDelivery(services: Needs): WebhookDelivery {
  const consumer = consumerOf(services)
  return {
    wake() {
      // Each slot is work of its own, so that new calls begin while others wait for an answer.
      for (let slot = 0; slot < slots; slot += 1)
        services.background.run(`webhooks ${slot}`, (stopping) =>
          workOff(services, { ...consumer, atOnce: 1 }, stopping),
        )
    },
    run: (stopping = new AbortController().signal) => workOff(services, consumer, stopping),
  }
}

function consumerOf(services: Needs): Consumer<'webhook_queue', CallEnd> {
  /** Calls under way in this process, by account. */
  const going = new Map<string, number>()
  return {
    table: 'webhook_queue',
    name: 'webhook',
    since: ({ queued_at }) => queued_at,
    waits: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)],
    // The sum of the waits, and a little more.
    giveUpAfter: 76 * HOUR,
    jitter: 0.1,
    atOnce: slots,
    claimLife: callTime + 15 * SECOND,
    claimable: () => {
      const busy = [...going].filter(([, count]) => count >= slotsOfOne).map(([user]) => user)
      const others = busy.length === 0 ? sql`` : sql`and user_id not in (${sql.join(busy)})`
      // guard: order of first tries -> tests/http/integrations/webhook-delivery.test.ts "in the order"
      return sql`(is_first = 0 or not exists (select 1 from webhook_queue as earlier
        where earlier.webhook_id = webhook_queue.webhook_id and earlier.is_first = 1
        and earlier.n < webhook_queue.n)) ${others}`
    },
    orderBy: 'n',
    async work(row) {
      going.set(row.user_id, (going.get(row.user_id) ?? 0) + 1)
      try {
        return await makeCall(services, row)
      } finally {
        const left = (going.get(row.user_id) ?? 1) - 1
        if (left === 0) going.delete(row.user_id)
        else going.set(row.user_id, left)
      }
    },
    waitAfter: (error) => (error instanceof CallRefused ? retryAfter(error.answer, services.clock.now()) : 0),
    reasonOf: (error) =>
      error instanceof CallFailed || error instanceof CallRefused ? error.message : 'not foreseen',
    settle: (row, end) => settle(services, row, end),
    givenUp: { state: 'failed' },
  }
}

/** Milliseconds that an answer asks to wait: its Retry-After in seconds or as a date. */
function retryAfter({ status, headers }: CallAnswer, now: number): number {
  const text = headers['retry-after']
  if ((status !== 429 && status !== 503) || text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}

/** @throws CallFailed, CallRefused when it is to be tried again */
async function makeCall(services: Needs, row: WebhookQueueRow): Promise<CallEnd> {
  const { clock, database } = services
  const webhook = await selectWebhooks(database).where('webhooks.id', '=', row.webhook_id).executeTakeFirst()
  const delivery = await database
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirst()
  if (!webhook || !delivery || webhook.off_at !== null || !mayAct(webhook)) return { state: 'dropped' }
  const began = clock.now()
  try {
    const { url, secret, oldSecret } = openWebhook(services, webhook)
    const isOldGood = oldSecret !== null && (webhook.old_secret_until ?? 0) > began
    const answer = await sendSigned(services, new URL(url), {
      id: row.id,
      call: openCall(services, delivery),
      secrets: isOldGood ? [secret, oldSecret] : [secret],
    })
    const isTaken = answer.status >= 200 && answer.status < 300
    await recordTry(services, row, webhook, { began, answer, isTaken })
    if (isTaken) return { state: 'delivered' }
    if (answer.status === 410) {
      await switchOff(services, webhook, 'gone')
      return { state: 'failed' }
    }
    throw new CallRefused(answer)
  } catch (error) {
    if (error instanceof CallFailed) await recordTry(services, row, webhook, { began, failure: error })
    throw error
  }
}

type Try = {
  readonly began: number
  readonly answer?: CallAnswer
  readonly isTaken?: boolean
  readonly failure?: CallFailed
}

/** Records a try for the owner; five days after the first failure without a success the webhook is switched off. */
async function recordTry(
  services: Needs,
  { id, tries }: WebhookQueueRow,
  webhook: OwnedWebhook,
  { began, answer, isTaken = false, failure }: Try,
): Promise<void> {
  const { clock, database, keyRing } = services
  const now = clock.now()
  const text = answer && answerText(answer)
  const sealed = text === undefined ? undefined : sealRecord(keyRing, `webhook answer ${id}`, text)
  const failingSince = isTaken ? null : (webhook.failing_since ?? now)
  await transact(database, async (transaction) => {
    await transaction
      .updateTable('webhook_deliveries')
      .set({
        tries,
        tried_at: began,
        took: Math.max(0, now - began),
        status: answer?.status ?? null,
        failure: failure?.code ?? null,
        answer_kid: sealed?.kid ?? null,
        sealed_answer: sealed?.sealed ?? null,
      })
      .where('id', '=', id)
      .execute()
    await transaction.updateTable('webhook_queue').set({ is_first: 0 }).where('id', '=', id).execute()
    if (failingSince !== webhook.failing_since)
      await transaction
        .updateTable('webhooks')
        .set({ failing_since: failingSince })
        .where('id', '=', webhook.id)
        .execute()
  })
  // guard: five days of failure -> tests/http/integrations/webhook-delivery.test.ts "five days"
  if (failingSince !== null && now - failingSince >= failingLife)
    await switchOff(services, webhook, 'failing')
}

/** Switches off a webhook whose address does not answer, once, and mails its owner. */
async function switchOff(
  services: Needs,
  { id, user_id, is_service }: OwnedWebhook,
  reason: 'failing' | 'gone',
): Promise<void> {
  const now = services.clock.now()
  await transact(services.database, async (transaction) => {
    const off = await transaction
      .updateTable('webhooks')
      .set({ off_at: now, off_reason: reason })
      .where('id', '=', id)
      .where('off_at', 'is', null)
      .executeTakeFirst()
    if (Number(off.numUpdatedRows) === 0) return
    const act =
      is_service === 1 ? ('service.webhook-switched-off' as const) : ('account.webhook-switched-off' as const)
    await recordAct(transaction, { act, to: { id, username: id }, details: { reason } }, now)
    if (reason === 'gone') return
    const owner = await transaction
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user_id)
      .executeTakeFirst()
    if (owner) await appendSecurityNotice(services, transaction, owner, 'webhookOff')
  })
  services.wakeEvents()
}

/** Takes a call out of the queue. @returns whether it was still there */
async function settle({ database }: Needs, { id }: WebhookQueueRow, { state }: CallEnd): Promise<boolean> {
  return transact(database, async (transaction) => {
    const taken = await transaction
      .deleteFrom('webhook_queue')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!taken) return false
    await transaction.updateTable('webhook_deliveries').set({ state }).where('id', '=', id).execute()
    return true
  })
}
