import type { Caller } from '#server/identity/calls/caller.ts'
import type { UsersRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { type Names, validateNames } from '../accounts/account-rules.ts'
import { assertNamesAvailable, foldName } from './account-rules.ts'
import { appendSecurityNotice } from './append-security-notice.ts'
import { appendVerification, consumeVerificationMail } from './verify-email.ts'

type ProfileChange = Names & {
  /** Such as «Firefox, Windows», for the mail. */
  readonly device: string
}

/**
 * Changes a person's username and address. A new address requires that they show again who they are, notifies the old one, and
 * revokes the reset links that were mailed there. If addresses have to be confirmed, the new one counts after the link that is
 * mailed to it was opened.
 * @param confirm gives the row of someone who shows who they are
 * @throws Failure INVALID_USERNAME, INVALID_EMAIL, USERNAME_TAKEN, EMAIL_TAKEN, RATE_LIMITED, WRONG_PASSWORD when the password
 *   was changed meanwhile, and what `confirm` throws
 */
export async function updateProfile(
  services: Services,
  caller: Caller,
  change: ProfileChange,
  confirm: () => Promise<UsersRow>,
): Promise<void> {
  validateNames(change)
  await assertNamesAvailable(services.database, change, caller.id)
  try {
    await applyChange(services, caller, change, confirm)
  } catch (error) {
    // Someone may have taken one of the names a moment ago.
    if (!(error instanceof Failure)) await assertNamesAvailable(services.database, change, caller.id)
    throw error
  }
}

async function applyChange(
  services: Services,
  caller: Caller,
  change: ProfileChange,
  confirm: () => Promise<UsersRow>,
): Promise<void> {
  const usernameChanged = change.username !== caller.username
  const emailChanged = change.email !== caller.email
  if (!usernameChanged && !emailChanged) return
  const confirmed = emailChanged ? await confirm() : undefined
  const isPending = emailChanged && services.config.EMAIL_VERIFICATION
  if (isPending) await consumeVerificationMail(services, caller.id)
  await transact(services.database, async (transaction) => {
    // Only what is new: of the rest the caller is a little out of date.
    const names = {
      ...(usernameChanged && { username: change.username, username_folded: foldName(change.username) }),
      ...(emailChanged && !isPending && newEmail(change.email)),
    }
    const locked = await lockRow(transaction, 'users', caller.id)
    if (!locked || (confirmed && confirmed.password_hash !== locked.password_hash))
      throw new Failure('WRONG_PASSWORD')
    if (Object.keys(names).length > 0)
      await transaction.updateTable('users').set(names).where('id', '=', caller.id).execute()
    if (confirmed && isPending) {
      const user = { ...confirmed, username: change.username }
      await appendVerification(services, transaction, user, change.email)
      await appendSecurityNotice(services, transaction, confirmed, 'emailChangeRequested', change.device)
    } else if (confirmed) {
      await transaction.deleteFrom('reset_tokens').where('user_id', '=', caller.id).execute()
      await appendSecurityNotice(services, transaction, confirmed, 'emailChanged', change.device)
    }
    if (isPending && !usernameChanged) return
    const details = { usernameChanged, emailChanged: emailChanged && !isPending }
    const act = { act: 'account.profile-changed', by: caller, details } as const
    await recordAct(transaction, act, services.clock.now())
  })
  if (emailChanged) services.dispatcher.wake()
}

/** The new address is not confirmed yet. */
function newEmail(email: string): Partial<UsersRow> {
  return { email, email_folded: foldName(email), email_verified_at: null, email_vouched: 0 }
}
