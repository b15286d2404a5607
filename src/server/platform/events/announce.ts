import type { WebhookEvent } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { WebhookFacts } from '#contract/accounts/webhooks/webhooks.ts'
import { compileQuery, type Placeholders } from '../database/compile-query.ts'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import { appendEvents } from './append-event.ts'

/** Events that are appended with one statement. */
const maxAppended = 500

/** Something that webhooks may wait for. */
export type Occurrence = {
  readonly type: WebhookEvent
  /** Owner of the transfer or request, whose webhooks are called; null without one. */
  readonly userId: string | null
  readonly facts: Omit<WebhookFacts, 'page'>
  /** Whether only webhooks of the service are called. */
  readonly serviceOnly?: boolean
}

type Listener = { readonly user_id: string; readonly is_service: number; readonly events: string }

/** Whether a webhook waits for events of this account; null for guests. */
type IsAwaited = (userId: string | null) => boolean

/**
 * Asks which people's occurrences of a type a webhook waits for. Ask before the facts are gathered: most services have no webhook.
 * @param userIds up to 1000
 * @returns undefined when no webhook waits for any of them
 */
export async function findListeners(
  transaction: Database,
  type: WebhookEvent,
  userIds: readonly (string | null)[],
): Promise<IsAwaited | undefined> {
  const own = [...new Set(userIds)].filter((id) => id !== null)
  const rows = own.length > 1 ? await listenersOfMany(transaction, own) : await listenersOf(transaction, own)
  const waiting = rows.filter(({ events }) => events.split(' ').includes(type))
  if (waiting.length === 0) return undefined
  const isService = waiting.some(({ is_service }) => is_service === 1)
  const people = new Set(waiting.map(({ user_id }) => user_id))
  return (userId) => isService || (userId !== null && people.has(userId))
}

async function listenersOf(transaction: Database, [userId = '']: readonly string[]): Promise<Listener[]> {
  return (await listenersOfOne(transaction, { userId })).rows
}

const listenersOfOne = compileQuery((database, { userId }: Placeholders<{ userId: string }>) =>
  database
    .selectFrom('webhooks')
    .select(['user_id', 'is_service', 'events'])
    .where('off_at', 'is', null)
    .where(({ eb, or }) => or([eb('is_service', '=', 1), eb('user_id', '=', userId)])),
)

function listenersOfMany(transaction: Database, userIds: readonly string[]): Promise<Listener[]> {
  return transaction
    .selectFrom('webhooks')
    .select(['user_id', 'is_service', 'events'])
    .where('off_at', 'is', null)
    .where(({ eb, or }) => or([eb('is_service', '=', 1), eb('user_id', 'in', [...userIds])]))
    .execute()
}

/**
 * Appends what happened for webhooks, in the transaction in which it happens. Wake the dispatcher once that is committed.
 * @param order 0, or more for what follows in the same transaction from something that was announced before
 */
export async function announce(
  transaction: Database,
  { clock, keyRing }: Pick<Services, 'clock' | 'keyRing'>,
  occurrences: readonly Occurrence[],
  order: 0 | 1 | 2 = 0,
): Promise<void> {
  // Events of one moment are handled in any order: a millisecond keeps cause and effect in theirs.
  const at = clock.now() + order
  const events = occurrences.map(({ type, userId, facts, serviceOnly }) => ({
    kind: 'webhook.occurred' as const,
    payload: { type, facts, ...(serviceOnly ? { serviceOnly } : {}) },
    userId,
  }))
  for (let start = 0; start < events.length; start += maxAppended)
    await appendEvents(
      transaction,
      { clock: { now: () => at }, keyRing },
      events.slice(start, start + maxAppended),
    )
}
