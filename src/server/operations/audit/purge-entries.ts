import type { Services } from '#server/platform/services.ts'

const DAY = 24 * 60 * 60_000

/** Forgets what happened longer ago than AUDIT_KEPT says. */
export async function purgeEntries({
  config,
  clock,
  database,
}: Pick<Services, 'config' | 'clock' | 'database'>): Promise<void> {
  await database
    .deleteFrom('audit_log')
    .where('at', '<', clock.now() - config.AUDIT_KEPT * DAY)
    .execute()
}
