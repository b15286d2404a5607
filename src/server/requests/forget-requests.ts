import type { Services } from '#server/platform/services.ts'
import { rowLife } from '../transfers/sweep/sweep-transfers.ts'

/** Forgets requests that ended a while ago and of which no upload is left, and archives whose address is out of time. */
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
    .execute()
}
