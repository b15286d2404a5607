import type { Identity } from '#contract/signing-in/identities.ts'
import { newId } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database, IdentitiesRow, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../accounts/append-security-notice.ts'
import { assertAdminRemains } from '../accounts/assert-admin-remains.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { hasWayToSignIn } from '../sign-in/factors/ways-to-sign-in.ts'
import { takeClaimed, withoutClaims } from './apply-claims.ts'
import { providerName } from './provider.ts'
import type { ProviderAccount } from './provider-account.ts'

type Reading = Pick<Services, 'database' | 'config'>

/**
 * The provider's accounts that sign a person in, the oldest first. @throws Failure INVALID_TOKEN when the account has just been
 * erased
 */
export async function listIdentities({ database, config }: Reading, userId: string): Promise<Identity[]> {
  const user = await findUser(database, userId)
  const rows = await database
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const identities: Identity[] = []
  for (const row of rows)
    identities.push({
      ...describeIdentity(config, row),
      removable: await hasWayToSignIn(database, config, { ...user, ...withoutClaims(user, row) }, row.id),
    })
  return identities
}

function describeIdentity(config: Services['config'], row: IdentitiesRow): Omit<Identity, 'removable'> {
  const current = row.issuer === config.OIDC_ISSUER
  return {
    id: row.id,
    provider: (current ? providerName(config) : null) ?? new URL(row.issuer).host,
    current,
    email: row.email,
    connectedAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.used_at === null ? null : new Date(row.used_at).toISOString(),
  }
}

/** The person whom an account at the provider signs in. */
export function findByIdentity(
  database: Database,
  { issuer, subject }: Pick<ProviderAccount, 'issuer' | 'subject'>,
): Promise<UsersRow | undefined> {
  return database
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()
}

/** @throws Failure IDENTITY_TAKEN when either side is connected already */
export async function insertIdentity(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  userId: string,
  { issuer, subject, email }: ProviderAccount,
): Promise<IdentitiesRow> {
  const row: IdentitiesRow = {
    id: newId(),
    user_id: userId,
    issuer,
    subject,
    email,
    grants_admin: 0,
    grants_pro: 0,
    grants_quota: 0,
    created_at: clock.now(),
    used_at: null,
    claims: null,
  }
  const inserted = await transaction
    .insertInto('identities')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) throw new Failure('IDENTITY_TAKEN')
  return row
}

/**
 * Connects an account at the provider, which signs this person in from then on. They are mailed about it once the transaction is
 * committed and the dispatcher woken.
 * @param user whose row the transaction has locked
 * @throws Failure IDENTITY_TAKEN
 */
export async function connectHeld(
  services: Services,
  transaction: Database,
  user: UsersRow,
  account: ProviderAccount,
  device: string,
): Promise<IdentitiesRow> {
  const row = await insertIdentity(services, transaction, user.id, account)
  await appendSecurityNotice(services, transaction, user, 'identityConnected', device)
  await recordAct(transaction, { act: 'account.identity-connected', by: user }, services.clock.now())
  return row
}

/**
 * Connects an account at the provider with that of someone who is signed in; see connectHeld.
 * @throws Failure IDENTITY_TAKEN, INVALID_TOKEN when the account has just been erased, or the session has ended meanwhile
 */
export async function connectIdentity(
  services: Services,
  caller: Pick<Caller, 'id' | 'sessionId'>,
  account: ProviderAccount,
  device: string,
): Promise<Identity> {
  const row = await transact(services.database, async (transaction) =>
    connectHeld(services, transaction, await lockAccount(transaction, caller), account, device),
  )
  services.dispatcher.wake()
  const user = await findUser(services.database, caller.id)
  const removable = await hasWayToSignIn(services.database, services.config, user, row.id)
  return { ...describeIdentity(services.config, row), removable }
}

/** Asserts that a connected sign-in is this person's. @throws Failure IDENTITY_NOT_FOUND */
export async function assertOwnIdentity(database: Database, userId: string, id: string): Promise<void> {
  const row = await database
    .selectFrom('identities')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Failure('IDENTITY_NOT_FOUND')
}

/**
 * Disconnects one, and takes what its claims gave: connected again, it would count as given by an administrator.
 * @throws Failure IDENTITY_NOT_FOUND, LAST_SIGN_IN when nothing else signs this person in, LAST_ADMIN, INVALID_TOKEN when the
 *   session has ended meanwhile
 */
export async function disconnectIdentity(
  services: Services,
  caller: Pick<Caller, 'id' | 'sessionId'>,
  id: string,
  device: string,
): Promise<void> {
  const { database, clock, config } = services
  async function disconnect(transaction: Database): Promise<void> {
    // Two are not disconnected at a time.
    const locked = await lockAccount(transaction, caller)
    const removed = await transaction
      .deleteFrom('identities')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw new Failure('IDENTITY_NOT_FOUND')
    // guard: roles go with the sign-in whose claims gave them -> tests/http/signing-in/oidc.test.ts "along with the sign-in"
    //   await takeClaimed(services, transaction, locked, removed, caller.sessionId) becomes locked
    const user = await takeClaimed(services, transaction, locked, removed, caller.sessionId)
    // guard: last way to sign in -> tests/http/signing-in/oidc.test.ts "asks for the second factor"
    if (!(await hasWayToSignIn(transaction, config, user))) throw new Failure('LAST_SIGN_IN')
    await appendSecurityNotice(services, transaction, user, 'identityDisconnected', device)
    await recordAct(transaction, { act: 'account.identity-disconnected', by: user }, clock.now())
  }
  await transact(database, async (transaction) => {
    const { is_admin } = await findUser(transaction, caller.id)
    const work = () => disconnect(transaction)
    // Administrators are locked before each of them, as everywhere.
    await (is_admin === 1 ? assertAdminRemains(transaction, work) : work())
  })
  services.dispatcher.wake()
}

async function findUser(database: Database, userId: string): Promise<UsersRow> {
  const user = await database.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  return user
}
