import type { KeyAlgorithm } from '#contract/keys.ts'
import { queueSecurityNotice } from '#server/identity/credentials/queue-security-notice.ts'
import type { Database } from '#server/platform/database/database.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Services } from '#server/platform/services.ts'

/** Whose key it is, and such as «Firefox, Windows», for the mail. */
export type KeyOwner = Pick<Caller, 'id' | 'username'> & { readonly device: string }

const notes = {
  made: { act: 'account.key-made' },
  'password-changed': { act: 'account.key-password-changed', notice: 'keyPasswordChanged' },
  deleted: { act: 'account.key-deleted', notice: 'keyDeleted' },
} as const

/**
 * Puts what was done to a key pair into the audit log and, but for its making, into a mail to its person. Within the
 * transaction that does it, all of it holds or nothing. Call deliverSoon once it is committed.
 */
export async function recordKeyChange(
  services: Pick<Services, 'config' | 'clock'>,
  transaction: Database,
  owner: KeyOwner,
  what: keyof typeof notes,
  algorithm: KeyAlgorithm,
): Promise<void> {
  const note = notes[what]
  await recordAct(transaction, { act: note.act, by: owner, details: { algorithm } }, services.clock.now())
  if (!('notice' in note)) return
  const user = await transaction
    .selectFrom('users')
    .select(['username', 'email', 'language', 'wants_security'])
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  await queueSecurityNotice(services, transaction, user, note.notice, owner.device)
}
