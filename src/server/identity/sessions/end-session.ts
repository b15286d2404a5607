import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** Ends one session of a person. @throws Failure SESSION_NOT_FOUND, also for somebody else's */
export async function endSession(
  { database }: Pick<Services, 'database'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  const ended = await database
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (Number(ended.numDeletedRows) === 0) throw new Failure('SESSION_NOT_FOUND')
}
