import { randomBytes } from 'node:crypto'
import type { ApiKey, CreateApiKeyRequest } from '#contract/accounts/api-keys.ts'
import { isAdminScope } from '#contract/accounts/scopes.ts'
import { newId, sha256 } from '#crypto/random-id.ts'
import { isNetwork } from '#server/config/networks.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { ApiKeysRow, Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../accounts/append-security-notice.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { policyFor } from '../principals/policy.ts'
import { findPrincipal } from '../principals/principal.ts'
import { scopesOf, wordsOf } from './identify-api-key.ts'

/** Characters of a key that stay readable. */
const hintLength = 8

/** A key as its owner sees it. */
function apiKeyOf(row: ApiKeysRow): ApiKey {
  const { id, name, hint } = row
  return {
    id,
    name,
    hint,
    scopes: scopesOf(row.scopes),
    networks: wordsOf(row.networks),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  }
}

/** The keys of a person, the newest first; those that have expired, too, until they are swept. */
export async function listApiKeys(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<ApiKey[]> {
  const rows = await database
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(apiKeyOf)
}

/**
 * Makes a key for a person. It is in this answer and nowhere else: the table keeps its SHA-256.
 * @throws Failure TOO_MANY_API_KEYS, RULE_FORBIDS, INVALID_NETWORK, FORBIDDEN for scopes of administrators, BAD_REQUEST for a time that
 *   is over, INVALID_TOKEN when the session has ended meanwhile
 */
export async function createApiKey(
  services: Services,
  caller: Caller,
  { name, scopes, expiresAt, networks }: CreateApiKeyRequest,
  device: string,
): Promise<{ apiKey: ApiKey; key: string }> {
  const { database, clock } = services
  const now = clock.now()
  const end = expiresAt === null ? null : Date.parse(expiresAt)
  if (end !== null && end <= now) throw new Failure('BAD_REQUEST', { details: 'expiresAt: in the past' })
  if (!networks.every(isNetwork)) throw new Failure('INVALID_NETWORK')
  if (!caller.isAdmin && scopes.some(isAdminScope)) throw new Failure('FORBIDDEN')
  const made = await transact(database, async (transaction) => {
    // Locks the account, so that the second of two concurrent keys counts the first.
    const user = await lockAccount(transaction, caller)
    return insertApiKey(services, transaction, user, { name, scopes, networks }, { end, device })
  })
  services.dispatcher.wake()
  return made
}

/**
 * Makes a key for a person whose account is locked, within a transaction.
 * @throws Failure TOO_MANY_API_KEYS, RULE_FORBIDS
 */
export async function insertApiKey(
  services: Pick<Services, 'clock' | 'keyRing' | 'config'>,
  transaction: Database,
  user: UsersRow,
  { name, scopes, networks }: Omit<CreateApiKeyRequest, 'expiresAt'>,
  { end, device }: { readonly end: number | null; readonly device: string },
): Promise<{ apiKey: ApiKey; key: string }> {
  const now = services.clock.now()
  const key = `rst_${randomBytes(32).toString('base64url')}`
  const row = {
    id: newId(),
    user_id: user.id,
    hash: sha256(key),
    hint: key.slice(0, hintLength),
    name,
    scopes: scopes.join(' '),
    networks: networks.join(' '),
    created_at: now,
    expires_at: end,
    last_used_at: null,
  }
  await transaction.insertInto('api_keys').values(row).execute()
  await assertFewKeys(transaction, services.config, user.id)
  await appendSecurityNotice(services, transaction, user, 'apiKeyCreated', device)
  const details = { hint: row.hint, scopes: row.scopes }
  await recordAct(transaction, { act: 'account.api-key-created', by: user, details }, now)
  return { apiKey: apiKeyOf(row), key }
}

/** Asserts that a person has no more keys than allowed. @param further keys to come @throws Failure TOO_MANY_API_KEYS, RULE_FORBIDS */
export async function assertFewKeys(
  transaction: Database,
  config: Services['config'],
  userId: string,
  further = 0,
): Promise<void> {
  const { apiKeys: most } = policyFor(await findPrincipal(transaction, userId), config)
  const { count } = await transaction
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (most === 0) throw new Failure('RULE_FORBIDS', { details: 'apiKeys: none' })
  // guard: number of API keys -> tests/http/signing-in/api-keys.test.ts "above the limit"
  if (count + further > most) throw new Failure('TOO_MANY_API_KEYS')
}

/** Revokes a key at once. @throws Failure API_KEY_NOT_FOUND, also for someone else's */
export async function revokeApiKey(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Pick<Caller, 'id' | 'username'>,
  id: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    const row = await transaction
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning('hint')
      .executeTakeFirst()
    if (!row) throw new Failure('API_KEY_NOT_FOUND')
    const details = { hint: row.hint }
    await recordAct(transaction, { act: 'account.api-key-revoked', by: caller, details }, clock.now())
  })
}
