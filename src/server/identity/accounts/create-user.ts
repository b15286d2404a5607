import { asciiEmailAddress } from '#contract/email-address.ts'
import type { Language } from '#contract/languages.ts'
import { defaultStorageLimit } from '#contract/transfers/limits.ts'
import { hashPassword, noPassword } from '#crypto/passwords/account-password.ts'
import { newId } from '#crypto/random-id.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { announce, findListeners } from '#server/platform/events/announce.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { languageBesideOlder } from '#server/platform/locks/language-beside-older.ts'
import type { Services } from '#server/platform/services.ts'
import { assertNamesAvailable, foldName, validateNames, validatePassword } from './account-rules.ts'
import { assertAdministrator } from './assert-administrator.ts'
import { joinGroup } from './invitations.ts'

type NewUser = {
  readonly username: string
  readonly email: string
  /** Null for someone who signs in without one. */
  readonly password: string | null
  /** The person's language, if known. */
  readonly language?: Language | undefined
  readonly isAdmin?: boolean
  readonly isPro?: boolean
  readonly isActive?: boolean
  /** Bytes. */
  readonly storageLimit?: number
  /** True for a password that someone else has chosen. */
  readonly mustChangePassword?: boolean
  /** Whether the address is known to be theirs, and whether they have to show it before they sign in. */
  readonly emailVerified?: boolean
  readonly mustVerifyEmail?: boolean
  /** Whether an administrator has named the address, in an invitation. */
  readonly emailVouched?: boolean
  /** Null for no group. */
  readonly groupId?: string | null | undefined
}

/**
 * Opens an account. Members that are left out are as for someone who registers.
 * @param by who makes it for someone else
 * @param alongside done in the same transaction, before the account is there; what it throws leaves none
 * @throws Failure INVALID_USERNAME, INVALID_EMAIL, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON, USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function createUser(
  services: Pick<Services, 'database' | 'engine' | 'clock' | 'config' | 'keyRing'>,
  { email: typedEmail, ...names }: NewUser,
  by?: Party,
  alongside?: (transaction: Database, user: UsersRow) => Promise<void>,
): Promise<UsersRow> {
  const { database, clock, config } = services
  const user = { ...names, email: asciiEmailAddress(typedEmail) }
  validateNames(user)
  if (user.password !== null) validatePassword(user.password, user)
  await assertNamesAvailable(database, user)
  const row: UsersRow = {
    id: newId(),
    username: user.username,
    username_folded: foldName(user.username),
    email: user.email,
    email_folded: foldName(user.email),
    email_verified_at: user.emailVerified ? clock.now() : null,
    must_verify_email: user.mustVerifyEmail ? 1 : 0,
    password_hash:
      user.password === null ? noPassword : await hashPassword(user.password, config.passwordCosts.account),
    must_change_password: user.mustChangePassword ? 1 : 0,
    is_admin: user.isAdmin ? 1 : 0,
    is_pro: user.isPro ? 1 : 0,
    is_active: (user.isActive ?? true) ? 1 : 0,
    storage_limit: user.storageLimit ?? defaultStorageLimit,
    wants_security: 1,
    wants_notifications: 1,
    wants_marketing: 0,
    language: (await languageBesideOlder(services, user.language)) ?? null,
    created_at: clock.now(),
    signed_in_at: null,
    second_factor_due_at: null,
    requests_allowed: 0,
    email_vouched: by || user.emailVouched || user.emailVerified ? 1 : 0,
    news_read: config.version,
  }
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    await alongside?.(transaction, row)
    const inserted = await transaction
      .insertInto('users')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) {
      // One of the names has just been taken. The throw rolls back `alongside`.
      await assertNamesAvailable(transaction, user)
      throw new Error('an account was neither made nor refused')
    }
    if (user.groupId) await joinGroup(transaction, user.groupId, row.id)
    const roles = { isAdmin: row.is_admin === 1, isPro: row.is_pro === 1 }
    const act = by
      ? ({ act: 'user.created', by, to: row, details: roles } as const)
      : ({ act: 'account.registered', by: row } as const)
    await recordAct(transaction, act, row.created_at)
    const isAwaited = await findListeners(transaction, 'user.created', [])
    const facts = { ref: row.id, name: row.username }
    if (isAwaited) await announce(transaction, services, [{ type: 'user.created', userId: null, facts }])
  })
  return row
}
