import type { Services } from '#server/platform/services.ts'
import { rowLife } from '../transfers/sweep/sweep-transfers.ts'

/** As long as one may object to a decision: six months, the longest that there are. */
const objectionLife = 184 * 24 * 60 * 60_000

/**
 * Forgets requests that ended a while ago and of which no upload is left, and archives whose address is out of time. Reported
 * requests stay as long as their case awaits a decision, or may do so again.
 */
export async function forgetRequests({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  await database.deleteFrom('request_archives').where('expires_at', '<=', now).execute()
  await database
    .deleteFrom('requests')
    .where('until', '<=', now - rowLife)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select('transfers.id')
            .whereRef('transfers.request_id', '=', 'requests.id')
            .where('transfers.ended_as', 'is', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cases')
            .select('cases.id')
            .whereRef('cases.transfer_id', '=', 'requests.id')
            .where(({ eb, or }) =>
              or([
                eb('cases.state', 'not in', ['decided', 'closed']),
                eb('cases.decided_at', '>', now - objectionLife),
              ]),
            ),
        ),
      ),
    )
    .execute()
}
