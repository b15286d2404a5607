import { mergeCounters } from '#server/platform/database/counters.ts'
import type { Services } from '#server/platform/services.ts'

/** Keeps queries fast; run once a day. */
export async function maintainDatabase({
  database,
  engine,
}: Pick<Services, 'database' | 'engine'>): Promise<void> {
  await mergeCounters(database)
  await engine.updateStatistics()
}
