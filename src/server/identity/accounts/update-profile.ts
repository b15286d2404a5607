import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Services } from '#server/platform/services.ts'
import { type Names, validateNames } from '../accounts/account-rules.ts'
import { appendSecurityNotice } from '../credentials/append-security-notice.ts'
import { confirmPassword } from '../credentials/confirm-password.ts'
import { assertNamesAvailable, foldName } from './account-rules.ts'

export type ProfileChange = Names & {
  readonly currentPassword?: string | undefined
  /** Such as «Firefox, Windows», for the mail. */
  readonly device: string
}

/**
 * Changes how a person is called and where their mails go. Another address wants the current password, notifies the old
 * address, and leaves no link to reset the password that was mailed there.
 * @throws Failure INVALID_USERNAME, INVALID_EMAIL, USERNAME_TAKEN, EMAIL_TAKEN, WRONG_PASSWORD, RATE_LIMITED
 */
export async function updateProfile(
  services: Services,
  caller: Caller,
  change: ProfileChange,
): Promise<void> {
  validateNames(change)
  await assertNamesAvailable(services.database, change, caller.id)
  try {
    await applyChange(services, caller, change)
  } catch (error) {
    // Someone may have taken one of the names a moment ago.
    if (!(error instanceof Failure)) await assertNamesAvailable(services.database, change, caller.id)
    throw error
  }
}

async function applyChange(services: Services, caller: Caller, change: ProfileChange): Promise<void> {
  const usernameChanged = change.username !== caller.username
  const emailChanged = change.email !== caller.email
  if (!usernameChanged && !emailChanged) return
  const confirmed = emailChanged ? await confirm(services, caller, change) : undefined
  await transact(services.database, async (transaction) => {
    // Only what is new: of the rest the caller is a little out of date.
    const names = {
      ...(usernameChanged && { username: change.username, username_folded: foldName(change.username) }),
      ...(emailChanged && { email: change.email, email_folded: foldName(change.email) }),
    }
    if (!(await rename(transaction, confirmed ?? { id: caller.id }, names)))
      throw new Failure('WRONG_PASSWORD')
    if (confirmed) {
      await transaction.deleteFrom('reset_tokens').where('user_id', '=', caller.id).execute()
      await appendSecurityNotice(services, transaction, confirmed, 'emailChanged', change.device)
    }
    const details = { usernameChanged, emailChanged }
    const act = { act: 'account.profile-changed', by: caller, details } as const
    await recordAct(transaction, act, services.clock.now())
  })
  if (emailChanged) services.dispatcher.wake()
}

function confirm(services: Services, caller: Caller, { currentPassword }: ProfileChange): Promise<UsersRow> {
  if (currentPassword === undefined) throw new Failure('WRONG_PASSWORD')
  return confirmPassword(services, caller.id, currentPassword)
}

/**
 * @param account whose names they are; with a password hash it must still have that password
 * @returns whether there is such an account
 */
async function rename(
  database: Database,
  { id, password_hash }: Pick<UsersRow, 'id'> & Partial<Pick<UsersRow, 'password_hash'>>,
  names: Partial<UsersRow>,
): Promise<boolean> {
  const updated = await database
    .updateTable('users')
    .set(names)
    .where((query) => query.and(password_hash === undefined ? { id } : { id, password_hash }))
    .executeTakeFirst()
  return Number(updated.numUpdatedRows) === 1
}
