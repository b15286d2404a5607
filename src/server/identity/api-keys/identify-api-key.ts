import { type Scope, scopes } from '#contract/accounts/scopes.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { matchNetworks } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { isFactorOverdue } from '../second-factor/required.ts'

/** Milliseconds for which a key's last use need not be recorded again. */
const usePrecision = 5 * 60_000

/**
 * Who holds the API key with this SHA-256, as the database has them now; undefined when the key is unknown, out of time,
 * revoked or used from elsewhere, or its account disabled.
 * @param ip see clientIp
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
      'users.id',
      'users.username',
      'users.email',
      'users.is_admin',
      'users.is_pro',
      'users.storage_limit',
      'users.must_change_password',
      'users.language',
      'users.second_factor_due_at',
      'api_keys.id as key_id',
      'api_keys.scopes',
      'api_keys.networks',
      'api_keys.last_used_at',
    ])
    .where('api_keys.hash', '=', keyHash)
    .where(({ eb, or }) => or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]))
    .where('users.is_active', '=', 1)
    .executeTakeFirst()
  if (!row || !isAllowedFrom(wordsOf(row.networks), ip)) return undefined
  if (row.last_used_at === null || Math.abs(now - row.last_used_at) > usePrecision)
    await database
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', row.key_id)
      .executeTakeFirst()
  return {
    id: row.id,
    sessionId: null,
    apiKey: { id: row.key_id, scopes: scopesOf(row.scopes) },
    username: row.username,
    email: row.email,
    isAdmin: row.is_admin === 1,
    isPro: row.is_pro === 1,
    storageLimit: row.storage_limit,
    mustChangePassword: row.must_change_password === 1,
    mustAddFactor: isFactorOverdue(config, row.is_admin === 1, row.second_factor_due_at, now),
    language: row.language,
  }
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
