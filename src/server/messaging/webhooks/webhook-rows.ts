import * as z from 'zod/mini'
import { type WebhookEvent, webhookEvents } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { Webhook } from '#contract/accounts/webhooks/webhooks.ts'
import type { Database, UsersRow, WebhooksRow } from '#server/platform/database/database.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

const DAY = 24 * 60 * 60_000
/** How long no call of a webhook may get through before it is switched off, in milliseconds. */
export const failingLife = 5 * DAY
/** How long the secret before the last rotation signs, too. */
export const oldSecretLife = DAY

/** Whose webhooks: a person's own, or the service's. */
export type Scope = { readonly userId: string } | 'service'

const sealedWebhook = z.object({
  url: z.string(),
  secret: z.string(),
  oldSecret: z.nullable(z.string()),
})
type SealedWebhook = z.infer<typeof sealedWebhook>

export function sealWebhook({ keyRing }: Pick<Services, 'keyRing'>, id: string, content: SealedWebhook) {
  return sealRecord(keyRing, `webhook ${id}`, content)
}

/** @throws MasterKeysInvalid, ContentDamaged, ZodError */
export function openWebhook(
  { keyRing }: Pick<Services, 'keyRing'>,
  { id, kid, sealed }: Pick<WebhooksRow, 'id' | 'kid' | 'sealed'>,
): SealedWebhook {
  return sealedWebhook.parse(openRecord(keyRing, `webhook ${id}`, { kid, sealed }))
}

/** The events of a webhook as its column holds them. */
export function eventsOf(column: string): WebhookEvent[] {
  const words = new Set(column.split(' '))
  return webhookEvents.filter((event) => words.has(event))
}

/** A webhook with the account that it acts for. */
export type OwnedWebhook = WebhooksRow & Pick<UsersRow, 'username' | 'language' | 'is_active' | 'is_admin'>

/** Webhooks with their accounts. */
export function selectWebhooks(database: Database) {
  return database
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .selectAll('webhooks')
    .select(['users.username', 'users.language', 'users.is_active', 'users.is_admin'])
}

/** Finds a webhook within its scope. @throws Failure WEBHOOK_NOT_FOUND, also for someone else's */
export async function findWebhook(database: Database, scope: Scope, id: string): Promise<OwnedWebhook> {
  const row = await selectWebhooks(database)
    .where('webhooks.id', '=', id)
    .where('webhooks.is_service', '=', scope === 'service' ? 1 : 0)
    // guard: owner of a webhook -> tests/http/integrations/webhooks.test.ts "nobody reaches those of others"
    .$if(scope !== 'service', (query) => query.where('webhooks.user_id', '=', ownerOf(scope)))
    .executeTakeFirst()
  if (!row) throw new Failure('WEBHOOK_NOT_FOUND')
  return row
}

/** The account of own webhooks; empty for those of the service. */
export function ownerOf(scope: Scope): string {
  return scope === 'service' ? '' : scope.userId
}

/** Whether the account of a webhook is active and, for one of the service, still an administrator's. */
export function mayAct({ is_service, is_active, is_admin }: OwnedWebhook): boolean {
  // guard: webhooks of the service end with the role -> tests/http/integrations/webhooks.test.ts "was demoted"
  return is_active === 1 && (is_service === 0 || is_admin === 1)
}

/** A webhook as its owner sees it. @param last its last call that was tried */
export function webhookOf(
  services: Pick<Services, 'keyRing' | 'clock'>,
  row: OwnedWebhook,
  last: { readonly tried_at: number | null; readonly status: number | null } | undefined,
): Webhook {
  const { url } = openWebhook(services, row)
  const isDemoted = row.off_at === null && !mayAct(row)
  const old = row.old_secret_until
  const failing = row.off_at === null ? row.failing_since : null
  return {
    id: row.id,
    name: row.name,
    url,
    events: eventsOf(row.events),
    format: row.format,
    names: row.names === 1,
    on: row.off_at === null && !isDemoted,
    offReason: isDemoted ? 'demoted' : row.off_reason,
    failingSince: timeOrNull(failing),
    turnsOffAt: timeOrNull(failing === null ? null : failing + failingLife),
    oldSecretUntil: timeOrNull(old !== null && old > services.clock.now() ? old : null),
    lastCall:
      last === undefined || last.tried_at === null
        ? null
        : { at: new Date(last.tried_at).toISOString(), status: last.status },
    createdAt: new Date(row.created_at).toISOString(),
    by: row.is_service === 1 ? row.username : null,
  }
}

export function timeOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
