import type { Caller } from '#server/platform/http/caller.ts'
import type { Services } from '#server/platform/services.ts'

/** Signs a person out everywhere but here. */
export async function endOtherSessions(
  { database }: Pick<Services, 'database'>,
  caller: Pick<Caller, 'id' | 'sessionId'>,
): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where('user_id', '=', caller.id)
    .where('id', '!=', caller.sessionId)
    .execute()
}
