import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import { appendSecurityNotice } from '#server/identity/accounts/append-security-notice.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'

/** Whose key it is, and such as «Firefox, Windows», for the mail. */
export type KeyOwner = Pick<Caller, 'id' | 'username' | 'sessionId'> & { readonly device: string }

/** Mails about keys to one person a day. */
const mails = { burst: 20, interval: (24 * 60 * 60_000) / 20 }

const notes = {
  made: { act: 'account.key-made' },
  'password-changed': { act: 'account.key-password-changed', notice: 'keyPasswordChanged' },
  deleted: { act: 'account.key-deleted', notice: 'keyDeleted' },
} as const

/**
 * Puts what was done to a key pair into the audit log and, but for its making, into a mail to its person. Within the
 * transaction that does it, all of it holds or nothing. Wake the dispatcher once it is committed.
 * @param user whose row the transaction has locked
 * @throws Failure RATE_LIMITED after too many changes that are mailed
 */
export async function recordKeyChange(
  services: Pick<Services, 'database' | 'clock' | 'config' | 'keyRing'>,
  transaction: Database,
  { user, device }: { readonly user: UsersRow; readonly device: string },
  what: keyof typeof notes,
  algorithm: KeyAlgorithm,
): Promise<void> {
  const note = notes[what]
  await recordAct(transaction, { act: note.act, by: user, details: { algorithm } }, services.clock.now())
  if (!('notice' in note)) return
  await consumeRateLimit({ ...services, database: transaction }, `key-mails:${user.id}`, mails)
  await appendSecurityNotice(services, transaction, user, note.notice, device)
}
