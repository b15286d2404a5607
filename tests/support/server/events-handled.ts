import type { Services } from '#server/platform/services.ts'
import { until } from '../transfers/transfers.ts'

/** Resolves when every event that is due has been handled, by any instance. */
export async function eventsHandled({ dispatcher, database, clock }: Services): Promise<void> {
  await until(async () => {
    await dispatcher.run()
    const due = await database
      .selectFrom('events')
      .select('id')
      .where('not_before', '<=', clock.now())
      .execute()
    return due.length === 0
  })
}
