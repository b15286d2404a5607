import type { Session } from '#contract/accounts.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Services } from '#server/platform/services.ts'

/** Where a person is signed in, the device used last first. */
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
