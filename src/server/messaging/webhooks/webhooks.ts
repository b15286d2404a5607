import { webhookLimits } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { Webhook, WebhookRequest } from '#contract/accounts/webhooks/webhooks.ts'
import { newId } from '#crypto/random-id.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { lockUser } from '#server/identity/accounts/lock-account.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { CallFailed, findCallable } from './outgoing/call-out.ts'
import { readAddress, refusalOf } from './outgoing/refuse-address.ts'
import { newSecret } from './sign-call.ts'
import {
  findWebhook,
  oldSecretLife,
  openWebhook,
  ownerOf,
  type Scope,
  sealWebhook,
  selectWebhooks,
  webhookOf,
} from './webhook-rows.ts'

/** Caller, and which webhooks the call is about. */
export type Actor = { readonly caller: Caller; readonly scope: Scope; readonly network: string }

/** Webhooks of a scope, the oldest first. */
export async function listWebhooks(services: Services, scope: Scope): Promise<Webhook[]> {
  const { database } = services
  const rows = await selectWebhooks(database)
    .where('webhooks.is_service', '=', scope === 'service' ? 1 : 0)
    .$if(scope !== 'service', (query) => query.where('webhooks.user_id', '=', ownerOf(scope)))
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id')
    .execute()
  return Promise.all(rows.map(async (row) => webhookOf(services, row, await findLastTry(database, row.id))))
}

function findLastTry(database: Database, webhookId: string) {
  return database
    .selectFrom('webhook_deliveries')
    .select(['tried_at', 'status'])
    .where('webhook_id', '=', webhookId)
    .where('tried_at', 'is not', null)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A webhook with what became of its last call. @throws Failure WEBHOOK_NOT_FOUND */
export async function describeWebhook(services: Services, scope: Scope, id: string): Promise<Webhook> {
  const { database } = services
  return webhookOf(services, await findWebhook(database, scope, id), await findLastTry(database, id))
}

/**
 * Makes a webhook. Its secret is in this answer and in no other.
 * @throws Failure TOO_MANY_WEBHOOKS, INVALID_WEBHOOK_ADDRESS, WEBHOOK_ADDRESS_NOT_PUBLIC, WEBHOOK_ADDRESS_UNKNOWN, INVALID_TOKEN,
 *   FORBIDDEN
 */
export async function createWebhook(
  services: Services,
  actor: Actor,
  request: WebhookRequest,
): Promise<{ webhook: Webhook; secret: string }> {
  const { database, clock } = services
  const { caller, scope } = actor
  const url = await assertCallable(services, request.url)
  const id = newId()
  const secret = newSecret()
  const now = clock.now()
  await transact(database, async (transaction) => {
    await lockScope(transaction, actor)
    await transaction
      .insertInto('webhooks')
      .values({
        id,
        user_id: caller.id,
        is_service: scope === 'service' ? 1 : 0,
        ...columnsOf(request, url),
        ...sealWebhook(services, id, { url: url.href, secret, oldSecret: null }),
        old_secret_until: null,
        calls: 0,
        failing_since: null,
        off_at: request.on ? null : now,
        off_reason: request.on ? null : 'owner',
        created_at: now,
      })
      .execute()
    const { count } = await transaction
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('is_service', '=', scope === 'service' ? 1 : 0)
      .$if(scope !== 'service', (query) => query.where('user_id', '=', caller.id))
      .executeTakeFirstOrThrow()
    // guard: number of webhooks -> tests/http/integrations/webhooks.test.ts "twenty"
    if (count > webhookLimits.webhooks) throw new Failure('TOO_MANY_WEBHOOKS')
    await record(transaction, actor, id, 'created', now)
  })
  return { webhook: await describeWebhook(services, scope, id), secret }
}

/**
 * Changes a webhook, which forgets its failures; one of the service is in the name of the caller from then on. Calls in another
 * format that wait are dropped.
 * @throws Failure WEBHOOK_NOT_FOUND, and as createWebhook does
 */
export async function updateWebhook(
  services: Services,
  actor: Actor,
  id: string,
  request: WebhookRequest,
): Promise<Webhook> {
  const { database, clock } = services
  await findWebhook(database, actor.scope, id)
  const url = await assertCallable(services, request.url)
  const now = clock.now()
  await transact(database, async (transaction) => {
    await lockScope(transaction, actor)
    const before = await findWebhook(transaction, actor.scope, id)
    const kept = openWebhook(services, before)
    await transaction
      .updateTable('webhooks')
      .set({
        user_id: actor.caller.id,
        ...columnsOf(request, url),
        ...sealWebhook(services, id, { ...kept, url: url.href }),
        failing_since: null,
        off_at: request.on ? null : (before.off_at ?? now),
        off_reason: request.on ? null : (before.off_reason ?? 'owner'),
      })
      .where('id', '=', id)
      .execute()
    if (request.format !== before.format || !request.on) await dropWaiting(transaction, id)
    await record(transaction, actor, id, 'changed', now)
  })
  return describeWebhook(services, actor.scope, id)
}

async function dropWaiting(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('webhook_queue').where('webhook_id', '=', id).execute()
  await transaction
    .updateTable('webhook_deliveries')
    .set({ state: 'dropped' })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes a webhook with its calls. @throws Failure WEBHOOK_NOT_FOUND */
export async function deleteWebhook(services: Services, actor: Actor, id: string): Promise<void> {
  await transact(services.database, async (transaction) => {
    await lockScope(transaction, actor)
    await findWebhook(transaction, actor.scope, id)
    await transaction.deleteFrom('webhooks').where('id', '=', id).execute()
    await record(transaction, actor, id, 'deleted', services.clock.now())
  })
}

/**
 * Makes a new secret, which is in this answer and in no other; the previous one signs, too, for a day.
 * @throws Failure WEBHOOK_NOT_FOUND
 */
export async function rotateSecret(
  services: Services,
  actor: Actor,
  id: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret()
  const now = services.clock.now()
  await transact(services.database, async (transaction) => {
    await lockScope(transaction, actor)
    const { url, secret: oldSecret } = openWebhook(services, await findWebhook(transaction, actor.scope, id))
    await transaction
      .updateTable('webhooks')
      .set({
        ...sealWebhook(services, id, { url, secret, oldSecret }),
        old_secret_until: now + oldSecretLife,
      })
      .where('id', '=', id)
      .execute()
    await record(transaction, actor, id, 'secret-rotated', now)
  })
  return { webhook: await describeWebhook(services, actor.scope, id), secret }
}

/** Locks the account of the caller, so that the second of two concurrent webhooks counts the first. */
async function lockScope(transaction: Database, { caller, scope }: Actor): Promise<void> {
  if (scope === 'service') await assertAdministrator(transaction, caller)
  await lockUser(transaction, caller.id)
}

type Deed = 'created' | 'changed' | 'deleted' | 'secret-rotated'

async function record(
  transaction: Database,
  { caller, scope, network }: Actor,
  id: string,
  deed: Deed,
  now: number,
): Promise<void> {
  const about = scope === 'service' ? 'service' : 'account'
  const act = `${about}.webhook-${deed}` as const
  await recordAct(transaction, { act, by: caller, to: { id, username: id }, network }, now)
}

function columnsOf({ name, format, events, names }: WebhookRequest, url: URL) {
  return { name: name || url.host, format, events: events.join(' '), names: names ? 1 : 0 }
}

/** @throws Failure INVALID_WEBHOOK_ADDRESS, WEBHOOK_ADDRESS_NOT_PUBLIC, WEBHOOK_ADDRESS_UNKNOWN */
async function assertCallable({ config }: Services, address: string): Promise<URL> {
  const url = readAddress(address)
  try {
    await findCallable(url, config.WEBHOOK_NETWORKS ?? [])
    return url
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    throw refusalOf(error) ?? new Failure('WEBHOOK_ADDRESS_UNKNOWN')
  }
}
