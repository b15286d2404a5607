import { type Scope, scopes } from '#contract/accounts/scopes.ts'
import { matchNetworks } from '#server/config/networks.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { callerColumns, callerOf } from '../principals/caller-row.ts'
import { policyFor } from '../principals/policy.ts'
import { principalOf } from '../principals/principal.ts'
import { hasOwnGroups } from '../principals/rules/levels.ts'

/** Milliseconds for which a key's last use need not be recorded again. */
const usePrecision = 5 * 60_000

/**
 * The holder of the API key with this SHA-256, as the database has them now; undefined when the key is unknown, out of time,
 * revoked or used from elsewhere, or its account disabled.
 * @param ip see clientIp
 * @throws Failure RULE_FORBIDS where a rule allows the account no keys
 */
export async function identifyApiKey(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  keyHash: Uint8Array,
  ip: string,
): Promise<Caller | undefined> {
  const now = clock.now()
  const row = await database
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      ...callerColumns(hasOwnGroups(config.groups)),
      'api_keys.id as key_id',
      'api_keys.scopes',
      'api_keys.networks',
      'api_keys.last_used_at',
    ])
    .where('api_keys.hash', '=', keyHash)
    // guard: end of an API key -> tests/http/signing-in/api-keys.test.ts "opens nothing after its time"
    .where(({ eb, or }) => or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]))
    .where('users.is_active', '=', 1)
    .executeTakeFirst()
  // guard: networks of an API key -> tests/http/signing-in/api-keys.test.ts "opens nothing after its time"
  //   drops || !isAllowedFrom(wordsOf(row.networks), ip)
  if (!row || !isAllowedFrom(wordsOf(row.networks), ip)) return undefined
  if (row.last_used_at === null || Math.abs(now - row.last_used_at) > usePrecision)
    await database
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', row.key_id)
      .executeTakeFirst()
  const apiKey = { id: row.key_id, scopes: scopesOf(row.scopes) }
  const caller = callerOf(row, { sessionId: null, apiKey }, { config, now })
  // guard: keys of people whom a rule allows none -> tests/http/operations/groups.test.ts "no API keys"
  //   policyFor(principalOf(caller), config).apiKeys === 0 becomes false
  if (policyFor(principalOf(caller), config).apiKeys === 0)
    throw new Failure('RULE_FORBIDS', { details: 'apiKeys: none' })
  return caller
}

function isAllowedFrom(networks: readonly string[], ip: string): boolean {
  return networks.length === 0 || matchNetworks(networks)(ip)
}

/** The entries of a list as a column holds it. */
export function wordsOf(column: string): string[] {
  return column.split(' ').filter(Boolean)
}

/** The scopes of a key as its column holds them. */
export function scopesOf(column: string): Scope[] {
  const words = new Set(wordsOf(column))
  return scopes.filter((scope) => words.has(scope))
}
