import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import type { Services } from '#server/platform/services.ts'
import type { SecurityNotice } from '#server/schema/event-kinds.ts'

/** The account that a notice is about; `id` is null when it is gone with the same transaction. */
type NoticedUser = Pick<UsersRow, 'username' | 'email' | 'language' | 'wants_security'> & {
  readonly id: string | null
}

/**
 * Appends what happened to an account, in the transaction in which it happens. Wake the dispatcher once that is committed.
 * @param user as they were before: a notice of a new address goes to the old one
 * @param device where it happened, as far as it is known
 */
export async function appendSecurityNotice(
  services: Pick<Services, 'clock' | 'keyRing'>,
  transaction: Database,
  { id, username, email, language, wants_security }: NoticedUser,
  notice: SecurityNotice,
  device?: string,
): Promise<void> {
  await appendEvent(transaction, services, {
    kind: 'account.security-notice',
    userId: id,
    payload: { person: { username, email, language }, notice, wanted: wants_security === 1, device },
  })
}
