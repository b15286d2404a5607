import { Failure } from '../http/failure.ts'
import { deliverSoon } from '../mail/deliver-soon.ts'
import type { Caller } from '../ports/caller.ts'
import type { Database, UsersRow } from '../ports/database.ts'
import type { Services } from '../ports/services.ts'
import { judgeNames, type Names } from './account-policy.ts'
import { confirmPassword } from './confirm-password.ts'
import { foldName } from './fold-name.ts'
import { queueSecurityNotice } from './queue-security-notice.ts'
import { refuseTakenNames } from './refuse-taken-names.ts'

export type ProfileChange = Names & {
  readonly currentPassword?: string | undefined
  /** Such as «Firefox on Windows», for the mail. */
  readonly device: string
}

/**
 * Changes how a person is called and where their mails go. Another address wants the current password, tells the old
 * address, and leaves no link to reset the password that was mailed there.
 * @throws Failure INVALID_USERNAME, INVALID_EMAIL, USERNAME_TAKEN, EMAIL_TAKEN, WRONG_PASSWORD, RATE_LIMITED
 */
export async function updateProfile(
  services: Services,
  caller: Caller,
  change: ProfileChange,
): Promise<void> {
  judgeNames(change)
  await refuseTakenNames(services.database, change, caller.id)
  try {
    if (change.email === caller.email) await rename(services.database, { id: caller.id }, change)
    else await moveToAddress(services, caller, change)
  } catch (error) {
    // Somebody may have taken one of the names a moment ago.
    if (!(error instanceof Failure)) await refuseTakenNames(services.database, change, caller.id)
    throw error
  }
}

async function moveToAddress(services: Services, caller: Caller, change: ProfileChange): Promise<void> {
  if (change.currentPassword === undefined) throw new Failure('WRONG_PASSWORD')
  const user = await confirmPassword(services, caller.id, change.currentPassword)
  await services.database.transaction().execute(async (transaction) => {
    const confirmed = { id: user.id, password_hash: user.password_hash }
    if (!(await rename(transaction, confirmed, change))) throw new Failure('WRONG_PASSWORD')
    await transaction.deleteFrom('reset_tokens').where('user_id', '=', user.id).execute()
    await queueSecurityNotice(services, transaction, user, 'emailChanged', change.device)
  })
  deliverSoon(services)
}

/**
 * @param account whose names they are; with a password hash it must still have that password
 * @returns whether there was such an account
 */
async function rename(
  database: Database,
  account: Pick<UsersRow, 'id'> & Partial<Pick<UsersRow, 'password_hash'>>,
  { username, email }: Names,
): Promise<boolean> {
  const updated = await database
    .updateTable('users')
    .set({ username, username_folded: foldName(username), email, email_folded: foldName(email) })
    .where((query) => query.and(account))
    .executeTakeFirst()
  return Number(updated.numUpdatedRows) === 1
}
