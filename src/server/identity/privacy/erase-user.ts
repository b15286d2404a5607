import { personalParts } from '#contract/accounts/accounts.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../accounts/append-security-notice.ts'
import { assertAdminRemains } from '../accounts/assert-admin-remains.ts'
import { assertAdministrator } from '../accounts/assert-administrator.ts'
import type { PersonalParts } from '../personal-data/personal-data.ts'
import { eraseMentions, findMentions } from '../personal-data/written-texts.ts'
import { signInKeys } from '../sign-in/tries/sign-in-limits.ts'
import { clearFailedAttempts } from '../sign-in/tries/throttle-attempts.ts'

/**
 * Erases a person: their account and all data about them, atomically. Everything they have under way ends; the keys of their
 * files are gone when this resolves, their blobs follow with the next sweep. The audit log keeps what happened, without the
 * name.
 * @param user as they were when it was decided
 * @param by who does it to someone else
 * @returns false, with nothing done, when the account is gone or has another password by now
 * @throws Failure LAST_ADMIN
 */
export async function eraseUser(
  services: Services,
  parts: PersonalParts,
  user: UsersRow,
  by?: Party,
): Promise<boolean> {
  const mentions = await findMentions(services.engine.slowReads, user.email)
  const erased = await transact(services.database, (transaction) => {
    const erase = async () => {
      const isDone = await eraseIn(transaction, services, parts, user, by)
      if (isDone) await eraseMentions(transaction, mentions, user.email)
      return isDone
    }
    return user.is_admin === 1 ? assertAdminRemains(transaction, erase) : erase()
  })
  if (erased) services.dispatcher.wake()
  return erased
}

async function eraseIn(
  transaction: Database,
  services: Services,
  parts: PersonalParts,
  user: UsersRow,
  by: Party | undefined,
): Promise<boolean> {
  await assertAdministrator(transaction, by)
  // Before all else, so that an upload that ends now finds no account.
  const locked = await transaction
    .updateTable('users')
    .set({ is_active: 0 })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirst()
  if (Number(locked.numUpdatedRows) === 0) return false
  const act = by
    ? ({ act: 'user.deleted', by, to: user } as const)
    : ({ act: 'account.erased', by: user } as const)
  await recordAct(transaction, act, services.clock.now())
  for (const name of personalParts) await parts[name].erase(transaction, user.id)
  await clearFailedAttempts(transaction, signInKeys(user))
  await transaction.deleteFrom('users').where('id', '=', user.id).execute()
  await appendSecurityNotice(services, transaction, { ...user, id: null }, 'accountErased')
  return true
}
