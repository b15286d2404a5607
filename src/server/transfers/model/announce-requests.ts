import type { WebhookFacts } from '#contract/accounts/webhooks/webhooks.ts'
import { sha256Text } from '#crypto/random-id.ts'
import type { Database, RequestsRow } from '#server/platform/database/database.ts'
import { announce, findListeners } from '#server/platform/events/announce.ts'
import type { Announcer } from './announce-transfers.ts'

/** Characters of a reference. */
const length = 16

/** Announces that requests have ended, in the transaction in which they do. Their ids open their pages: a hash stands for each. */
export async function announceClosed(
  services: Announcer,
  transaction: Database,
  requests: readonly Pick<RequestsRow, 'id' | 'owner_id' | 'title'>[],
  reason: WebhookFacts['reason'],
): Promise<void> {
  if (requests.length === 0) return
  const isAwaited = await findListeners(
    transaction,
    'request.closed',
    requests.map(({ owner_id }) => owner_id),
  )
  if (!isAwaited) return
  const occurrences = requests
    .filter(({ owner_id }) => isAwaited(owner_id))
    .map(({ id, owner_id, title }) => ({
      type: 'request.closed' as const,
      userId: owner_id,
      facts: { ref: sha256Text(`request/${id}`).slice(0, length), name: title, reason },
    }))
  await announce(transaction, services, occurrences)
}
