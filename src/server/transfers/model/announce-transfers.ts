import type { WebhookEvent } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { WebhookFacts } from '#contract/accounts/webhooks/webhooks.ts'
import type { Database, TransferEnd, TransfersRow } from '#server/platform/database/database.ts'
import { announce, findListeners, type Occurrence } from '#server/platform/events/announce.ts'
import type { Services } from '#server/platform/services.ts'

/** Services that an announcement needs. */
export type Announcer = Pick<Services, 'clock' | 'keyRing'>

type Announced = Pick<
  TransfersRow,
  'id' | 'owner_id' | 'name' | 'title' | 'file_count' | 'size' | 'expires_at'
>
type Facts = Occurrence['facts']

/**
 * Announces what happens to a transfer whose row is at hand, in the transaction in which it happens.
 * @param order see announce
 * @returns whether a webhook waits for it
 */
export async function announceRow(
  services: Announcer,
  transaction: Database,
  type: WebhookEvent,
  transfer: Announced,
  facts: Facts = {},
  order: 0 | 1 = 0,
): Promise<boolean> {
  const isAwaited = await findListeners(transaction, type, [transfer.owner_id])
  if (!isAwaited) return false
  await announce(transaction, services, [occurrenceOf(type, transfer, facts)], order)
  return true
}

/** Announces what happens to a transfer, in the transaction in which it happens. */
export async function announceTransfer(
  services: Announcer,
  transaction: Database,
  type: WebhookEvent,
  id: string,
  options: { readonly serviceOnly?: boolean } = {},
): Promise<void> {
  await announceTransfers(services, transaction, type, [id], { ...options })
}

/** The same of several, up to 1000. */
export async function announceTransfers(
  services: Announcer,
  transaction: Database,
  type: WebhookEvent,
  ids: readonly string[],
  {
    reason,
    order = 0,
    serviceOnly = false,
  }: {
    readonly reason?: WebhookFacts['reason']
    readonly order?: 0 | 2
    readonly serviceOnly?: boolean
  } = {},
): Promise<void> {
  if (ids.length === 0) return
  const owners = await transaction
    .selectFrom('transfers')
    .select(['id', 'owner_id'])
    .where('id', 'in', [...ids])
    .where('state', '!=', 'ended')
    .execute()
  const isAwaited = await findListeners(
    transaction,
    type,
    owners.map(({ owner_id }) => owner_id),
  )
  if (!isAwaited) return
  const awaited = owners.filter(({ owner_id }) => isAwaited(owner_id)).map(({ id }) => id)
  if (awaited.length === 0) return
  const rows = await transaction
    .selectFrom('transfers')
    .select(['id', 'owner_id', 'name', 'title', 'file_count', 'size', 'expires_at', 'downloads'])
    .where('id', 'in', awaited)
    .execute()
  const occurrences = rows.map((row) => ({
    ...occurrenceOf(type, row, { downloads: row.downloads, ...(reason ? { reason } : {}) }),
    serviceOnly,
  }))
  await announce(transaction, services, occurrences, order)
}

/** Announces that transfers end, before their names are gone. */
export async function announceEnds(
  services: Announcer,
  transaction: Database,
  ids: readonly string[],
  reason: TransferEnd,
): Promise<void> {
  await announceTransfers(services, transaction, 'transfer.ended', ids, {
    reason,
    order: reason === 'downloaded' ? 2 : 0,
  })
}

function occurrenceOf(
  type: WebhookEvent,
  { id, owner_id, name, title, file_count, size, expires_at }: Announced,
  facts: Facts,
): Occurrence {
  // End-to-end encrypted transfers have no name.
  const shown = title ?? name
  return {
    type,
    userId: owner_id,
    facts: {
      ref: id,
      files: file_count,
      bytes: size,
      expires: new Date(expires_at).toISOString(),
      ...(shown && { name: shown }),
      ...facts,
    },
  }
}
