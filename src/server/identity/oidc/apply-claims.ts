import { defaultStorageLimit } from '#contract/transfers/limits.ts'
import type { Database, IdentitiesRow, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertAdminRemains } from '../accounts/assert-admin-remains.ts'
import { policyFor } from '../principals/policy.ts'
import { findPrincipal } from '../principals/principal.ts'
import type { ProviderAccount } from './provider-account.ts'

type Claimed = Pick<ProviderAccount, 'isAdmin' | 'isPro' | 'quota'>

const nothingClaimed: Claimed = { isAdmin: false, isPro: false, quota: null }

/** Rights of a person that claims decide, and whether claims granted them. */
type Rights = Pick<UsersRow, 'is_admin' | 'is_pro' | 'storage_limit'>
type Grants = Pick<IdentitiesRow, 'grants_admin' | 'grants_pro' | 'grants_quota'>
type Standing = Rights & Grants

/**
 * Grants a person the rights in the provider's claims and withdraws those that the claims no longer name, which ends all
 * sessions. Rights granted by an administrator of this service stay, and so does the last administrator.
 * @returns the person as they are now
 * @throws Failure CHALLENGE_EXPIRED when the account or its connection is gone
 */
export async function applyClaims(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
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
  services: Pick<Services, 'clock' | 'config'>,
  transaction: Database,
  account: ProviderAccount,
  keepsAdmin = false,
): Promise<UsersRow> {
  // Held, so that what an administrator decides at the same moment stays.
  const user = await transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', (query) =>
      query
        .selectFrom('identities')
        .select('user_id')
        .where('issuer', '=', account.issuer)
        .where('subject', '=', account.subject),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  const identity =
    user &&
    (await transaction
      .updateTable('identities')
      .set({ used_at: services.clock.now(), email: account.email })
      .where('issuer', '=', account.issuer)
      .where('subject', '=', account.subject)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst())
  if (!user || !identity) throw new Failure('CHALLENGE_EXPIRED')
  // The provider may have moved, and the same people have another sign-in: what its claims gave, the present ones take.
  const before: Standing = { ...user, ...(await findGrants(transaction, user.id)) }
  const { is_admin: wasAdmin, grants_admin: grantedAdmin } = before
  const next = {
    ...standingAfter(before, account),
    ...(keepsAdmin && { is_admin: wasAdmin, grants_admin: grantedAdmin }),
  }
  const { grants_admin, grants_pro, grants_quota, ...standing } = next
  await transaction
    .updateTable('identities')
    .set({ grants_admin: 0, grants_pro: 0, grants_quota: 0, claims: null })
    .where('user_id', '=', user.id)
    .where('id', '!=', identity.id)
    .execute()
  await transaction
    .updateTable('identities')
    .set({ grants_admin, grants_pro, grants_quota, claims: JSON.stringify(account.groups) })
    .where('id', '=', identity.id)
    .execute()
  await changeRights(services, transaction, user, standing)
  return { ...user, ...standing }
}

/** Rights that the claims of any of a person's identities have granted. */
function findGrants(transaction: Database, userId: string): Promise<Grants> {
  return transaction
    .selectFrom('identities')
    .select(({ fn }) => [
      fn.max('grants_admin').as('grants_admin'),
      fn.max('grants_pro').as('grants_pro'),
      fn.max('grants_quota').as('grants_quota'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/**
 * Takes what the claims of one sign-in gave, as if they no longer said anything: the sign-in goes, and only it knows that this was
 * not an administrator's gift. A role that goes ends all sessions. Call it in a transaction that has locked the person, of an
 * administrator within assertAdminRemains.
 * @param keptSession the id of the one that stays
 * @returns the person as they are now
 */
export async function takeClaimed(
  services: Pick<Services, 'clock' | 'config'>,
  transaction: Database,
  user: UsersRow,
  identity: IdentitiesRow,
  keptSession: string | null,
): Promise<UsersRow> {
  const left = withoutClaims(user, identity)
  await changeRights(services, transaction, user, left, keptSession)
  return { ...user, ...left }
}

/** Rights of a person without those that the claims of this identity have granted. */
export function withoutClaims(user: UsersRow, identity: IdentitiesRow): Rights {
  const { is_admin, is_pro, storage_limit } = standingAfter({ ...user, ...identity }, nothingClaimed)
  return { is_admin, is_pro, storage_limit }
}

async function changeRights(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  transaction: Database,
  user: UsersRow,
  after: Rights,
  keptSession: string | null = null,
): Promise<void> {
  const details = changesOf(user, after)
  if (Object.keys(details).length === 0) return
  const present = await findPrincipal(transaction, user.id)
  const isFactorWanted =
    present.kind !== 'guest' && policyFor({ ...present, isAdmin: after.is_admin === 1 }, config).secondFactor
  await transaction
    .updateTable('users')
    .set({ ...after, ...(!isFactorWanted && { second_factor_due_at: null }) })
    .where('id', '=', user.id)
    .execute()
  if (after.is_admin < user.is_admin || after.is_pro < user.is_pro)
    await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where('id', 'is distinct from', keptSession)
      .execute()
  const act = { act: 'user.updated', to: user, details: { ...details, byProvider: true } } as const
  await recordAct(transaction, act, clock.now())
}

function standingAfter(now: Standing, { isAdmin, isPro, quota }: Claimed): Standing {
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
  // guard: roles that no claim gave -> tests/http/signing-in/oidc.test.ts "gives and takes roles"
  //   grants === 1 ? 0 : flag becomes 0
  return { flag: grants === 1 ? 0 : flag, grants: 0 }
}

function changesOf(before: UsersRow, after: Rights): Record<string, boolean | number> {
  return {
    ...(after.is_admin !== before.is_admin && { isAdmin: after.is_admin === 1 }),
    ...(after.is_pro !== before.is_pro && { isPro: after.is_pro === 1 }),
    ...(after.storage_limit !== before.storage_limit && { storageLimit: after.storage_limit }),
  }
}
