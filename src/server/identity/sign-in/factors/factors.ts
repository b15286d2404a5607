import type { Security } from '#contract/signing-in/second-factor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { needsFactor } from '../../principals/factor-required.ts'

/** Whether a sign-in of this person requires a second factor beside the password: an authenticator app or a passkey. */
export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  return (await withSecondFactor(database, [userId])).has(userId)
}

/** Which of these people have a second factor. */
export async function withSecondFactor(database: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await database
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('confirmed_at', 'is not', null)
    .union(database.selectFrom('passkeys').select('user_id').where('user_id', 'in', ids))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** How an account is protected beside its password. @throws Failure INVALID_TOKEN when it has just been erased */
export async function describeSecurity(
  { database, config }: Pick<Services, 'database' | 'config'>,
  userId: string,
): Promise<Security> {
  const user = await database
    .selectFrom('users')
    .select('second_factor_due_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  const totp = await database
    .selectFrom('totp')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const codes = await database
    .selectFrom('recovery_codes')
    .select('used_at')
    .where('user_id', '=', userId)
    .execute()
  const lastUsed = Math.max(0, ...codes.map(({ used_at }) => used_at ?? 0))
  const required = await needsFactor(database, config, userId)
  const due = required ? user.second_factor_due_at : null
  return {
    totp: totp?.confirmed_at ? { since: new Date(totp.confirmed_at).toISOString() } : null,
    recoveryCodes: {
      left: codes.filter(({ used_at }) => used_at === null).length,
      total: codes.length,
      lastUsedAt: lastUsed === 0 ? null : new Date(lastUsed).toISOString(),
    },
    required,
    dueAt: due === null ? null : new Date(due).toISOString(),
  }
}

/** Removes all second factors of a person, with the sign-ins that wait for one. Call it in a transaction. */
export async function removeFactors(transaction: Database, userId: string): Promise<void> {
  for (const table of ['totp', 'passkeys', 'recovery_codes', 'sign_in_challenges'] as const)
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
}
