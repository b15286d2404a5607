import type { Session } from '#contract/accounts/accounts.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { familyHashOf } from './session-tokens.ts'

/** Sessions of a person, the device used last first. */
export async function listSessions(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Pick<Caller, 'id' | 'sessionId'>,
): Promise<Session[]> {
  const rows = await database
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'idle_until', 'remembered'])
    .where('user_id', '=', caller.id)
    .where('idle_until', '>', clock.now())
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.last_used_at).toISOString(),
    expiresAt: new Date(row.idle_until).toISOString(),
    remembered: row.remembered === 1,
    current: row.id === caller.sessionId,
  }))
}

/** Ends one session of a person. @throws Failure SESSION_NOT_FOUND, also for someone else's */
export async function endSession(
  { database }: Pick<Services, 'database'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  const ended = await database
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    // guard: owner of a session -> tests/http/accounts/ownership.test.ts "is not there, with any call"
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (Number(ended.numDeletedRows) === 0) throw new Failure('SESSION_NOT_FOUND')
}

/** Signs a person out everywhere but here. */
export async function endOtherSessions(
  { database }: Pick<Services, 'database'>,
  caller: Pick<Caller, 'id' | 'sessionId'>,
): Promise<void> {
  // Retried after a deadlock: other transactions lock the counters of these rows in another order.
  await transact(database, (transaction) =>
    transaction
      .deleteFrom('sessions')
      .where('user_id', '=', caller.id)
      .where('id', '!=', caller.sessionId)
      .execute(),
  )
}

/**
 * Ends the session that either token belongs to, whether or not the token is still good: leaving needs no
 * refresh first. A session that has ended already is no failure.
 * @throws Failure AUTHENTICATION_REQUIRED when neither looks like a token
 */
export async function signOut(
  { database }: Pick<Services, 'database'>,
  { accessHash, refreshToken }: { accessHash: Uint8Array | undefined; refreshToken: string | undefined },
): Promise<void> {
  const familyHash = refreshToken === undefined ? undefined : familyHashOf(refreshToken)
  if (!accessHash && !familyHash) throw new Failure('AUTHENTICATION_REQUIRED')
  // Each by its own index: with all in one condition SQLite may read all sessions instead.
  if (accessHash) {
    await database.deleteFrom('sessions').where('access_hash', '=', accessHash).execute()
    await database.deleteFrom('sessions').where('previous_access_hash', '=', accessHash).execute()
  }
  if (familyHash) await database.deleteFrom('sessions').where('family_hash', '=', familyHash).execute()
}

/** Deletes the sessions whose time is up, which open nothing. @returns how many */
export async function removeEndedSessions({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  const removed = await transact(database, (transaction) =>
    transaction.deleteFrom('sessions').where('idle_until', '<=', clock.now()).executeTakeFirst(),
  )
  return Number(removed.numDeletedRows)
}
