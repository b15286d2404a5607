import { defaultStorageLimit } from '#contract/transfers/limits.ts'
import type { Database, IdentitiesRow, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertAdminRemains } from '../accounts/assert-admin-remains.ts'
import type { ProviderAccount } from './provider-account.ts'

/** What claims decide: the person's, and whether it is the claims that gave it. */
type Standing = Pick<UsersRow, 'is_admin' | 'is_pro' | 'storage_limit'> &
  Pick<IdentitiesRow, 'grants_admin' | 'grants_pro' | 'grants_quota'>

/**
 * Gives a person what the provider's claims say, and takes what they gave and say no more, which ends all sessions.
 * What an administrator of this service gave stays, and so does the last administrator.
 * @returns the person as they are now
 * @throws Failure CHALLENGE_EXPIRED when the account or its connection is gone
 */
export async function applyClaims(
  services: Pick<Services, 'database' | 'clock'>,
  account: ProviderAccount,
): Promise<UsersRow> {
  try {
    return await transact(services.database, (transaction) =>
      assertAdminRemains(transaction, () => apply(services, transaction, account)),
    )
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'LAST_ADMIN') throw error
    return transact(services.database, (transaction) => apply(services, transaction, account, true))
  }
}

async function apply(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  account: ProviderAccount,
  keepsAdmin = false,
): Promise<UsersRow> {
  const identity = await transaction
    .updateTable('identities')
    .set({ used_at: clock.now(), email: account.email })
    .where('issuer', '=', account.issuer)
    .where('subject', '=', account.subject)
    .returningAll()
    .executeTakeFirst()
  const user =
    identity &&
    (await transaction.selectFrom('users').selectAll().where('id', '=', identity.user_id).executeTakeFirst())
  if (!identity || !user) throw new Failure('CHALLENGE_EXPIRED')
  const before: Standing = { ...user, ...identity }
  const { is_admin: wasAdmin, grants_admin: grantedAdmin } = before
  const next = {
    ...standingAfter(before, account),
    ...(keepsAdmin && { is_admin: wasAdmin, grants_admin: grantedAdmin }),
  }
  const { grants_admin, grants_pro, grants_quota, ...standing } = next
  await transaction
    .updateTable('identities')
    .set({ grants_admin, grants_pro, grants_quota })
    .where('id', '=', identity.id)
    .execute()
  const details = changesOf(user, standing)
  if (Object.keys(details).length === 0) return user
  await transaction.updateTable('users').set(standing).where('id', '=', user.id).execute()
  if (standing.is_admin < user.is_admin || standing.is_pro < user.is_pro)
    await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  const act = { act: 'user.updated', to: user, details: { ...details, byProvider: true } } as const
  await recordAct(transaction, act, clock.now())
  return { ...user, ...standing }
}

function standingAfter(now: Standing, { isAdmin, isPro, quota }: ProviderAccount): Standing {
  const admin = flagAfter(now.is_admin, now.grants_admin, isAdmin)
  const pro = flagAfter(now.is_pro, now.grants_pro, isPro)
  const lostQuota = now.grants_quota === 1 ? defaultStorageLimit : now.storage_limit
  return {
    is_admin: admin.flag,
    grants_admin: admin.grants,
    is_pro: pro.flag,
    grants_pro: pro.grants,
    storage_limit: quota ?? lostQuota,
    grants_quota: quota === null ? 0 : 1,
  }
}

/** A claim gives what is missing, and takes only what a claim gave. */
function flagAfter(flag: number, grants: number, claimed: boolean): { flag: number; grants: number } {
  if (claimed) return { flag: 1, grants: flag === 1 ? grants : 1 }
  return { flag: grants === 1 ? 0 : flag, grants: 0 }
}

function changesOf(
  before: UsersRow,
  after: Pick<Standing, 'is_admin' | 'is_pro' | 'storage_limit'>,
): Record<string, boolean | number> {
  return {
    ...(after.is_admin !== before.is_admin && { isAdmin: after.is_admin === 1 }),
    ...(after.is_pro !== before.is_pro && { isPro: after.is_pro === 1 }),
    ...(after.storage_limit !== before.storage_limit && { storageLimit: after.storage_limit }),
  }
}
