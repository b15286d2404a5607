import type { UpdateUserRequest } from '#contract/operations/admin.ts'
import { assertNamesAvailable, foldName, validateNames } from '#server/identity/accounts/account-rules.ts'
import { appendSecurityNotice } from '#server/identity/accounts/append-security-notice.ts'
import { assertAdminRemains } from '#server/identity/accounts/assert-admin-remains.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { findPrincipal } from '#server/identity/principals/principal.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findUserRow, lockUserRow } from './users.ts'

/**
 * Changes an account. Roles count from the next call on; a disabled person is out at once, and links that set a new
 * password no longer work, nor do they after a change of the address, of which the old one is informed.
 * @throws Failure USER_NOT_FOUND, INVALID_USERNAME, INVALID_EMAIL, USERNAME_TAKEN, EMAIL_TAKEN, LAST_ADMIN
 */
export async function updateUser(
  services: Services,
  id: string,
  change: UpdateUserRequest,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<void> {
  const { database } = services
  await findUserRow(database, id)
  validateNames(change)
  await assertNamesAvailable(database, change, id)
  try {
    await transact(database, (transaction) =>
      assertAdminRemains(transaction, () => apply(services, transaction, id, change, actor)),
    )
  } catch (error) {
    // Someone may have taken one of the names a moment ago.
    if (!(error instanceof Failure)) await assertNamesAvailable(database, change, id)
    throw error
  }
  services.dispatcher.wake()
}

async function apply(
  services: Services,
  transaction: Database,
  id: string,
  change: UpdateUserRequest,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<void> {
  await assertAdministrator(transaction, actor.by)
  const before = await lockUserRow(transaction, id)
  const isAdmin = change.isAdmin ?? before.is_admin === 1
  const isFactorWanted = before.is_active === 0 || (await needsFactorAs(services, transaction, id, isAdmin))
  const after = {
    username: change.username,
    username_folded: foldName(change.username),
    email: change.email,
    email_folded: foldName(change.email),
    is_active: change.isActive ? 1 : 0,
    is_pro: change.isPro ? 1 : 0,
    is_admin: isAdmin ? 1 : 0,
    ...(!isFactorWanted && { second_factor_due_at: null }),
    storage_limit: change.storageLimit,
    // The administrator vouches for a new address: it stays unconfirmed, and need not be confirmed.
    ...(change.email !== before.email && { email_verified_at: null, must_verify_email: 0, email_vouched: 1 }),
    requests_allowed:
      change.requestsAllowed === undefined ? before.requests_allowed : change.requestsAllowed ? 1 : 0,
  }
  await transaction.updateTable('users').set(after).where('id', '=', id).execute()
  // Rights that an administrator decides are no longer taken away by claims of a provider.
  const decided = {
    ...(after.is_admin !== before.is_admin && { grants_admin: 0 }),
    ...(after.is_pro !== before.is_pro && { grants_pro: 0 }),
    ...(after.storage_limit !== before.storage_limit && { grants_quota: 0 }),
  }
  if (Object.keys(decided).length > 0)
    await transaction.updateTable('identities').set(decided).where('user_id', '=', id).execute()
  const isOut = after.is_active === 0
  if (isOut) await transaction.deleteFrom('sessions').where('user_id', '=', id).execute()
  if (isOut || after.email !== before.email)
    for (const table of ['reset_tokens', 'email_verifications'] as const)
      await transaction.deleteFrom(table).where('user_id', '=', id).execute()
  if (after.email !== before.email) await appendSecurityNotice(services, transaction, before, 'emailChanged')
  const details = changesOf(before, { ...before, ...after })
  if (Object.keys(details).length === 0) return
  await recordAct(transaction, { act: 'user.updated', to: before, details, ...actor }, services.clock.now())
}

async function needsFactorAs(
  { config }: Services,
  transaction: Database,
  id: string,
  isAdmin: boolean,
): Promise<boolean> {
  const present = await findPrincipal(transaction, id)
  return present.kind !== 'guest' && policyFor({ ...present, isAdmin }, config).secondFactor
}

/** Changes for the audit log: new roles and limits by value, names only as changed. */
function changesOf(before: UsersRow, after: UsersRow): Record<string, boolean | number> {
  return {
    ...(after.username !== before.username ? { usernameChanged: true } : {}),
    ...(after.email !== before.email ? { emailChanged: true } : {}),
    ...(after.is_active !== before.is_active ? { isActive: after.is_active === 1 } : {}),
    ...(after.is_pro !== before.is_pro ? { isPro: after.is_pro === 1 } : {}),
    ...(after.is_admin !== before.is_admin ? { isAdmin: after.is_admin === 1 } : {}),
    ...(after.storage_limit !== before.storage_limit ? { storageLimit: after.storage_limit } : {}),
    ...(after.requests_allowed !== before.requests_allowed
      ? { requestsAllowed: after.requests_allowed === 1 }
      : {}),
  }
}
