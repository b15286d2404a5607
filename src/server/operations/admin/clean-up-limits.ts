import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'

/** Forgets the limits of those who have not come near them for a while. @returns how many */
export async function cleanUpLimits(
  { database, clock }: Services,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<number> {
  const now = clock.now()
  const deleted = await database.deleteFrom('rate_limits').where('free_at', '<=', now).executeTakeFirst()
  const deletedCount = Number(deleted.numDeletedRows)
  await recordAct(database, { act: 'service.limits-cleaned', details: { deletedCount }, ...actor }, now)
  return deletedCount
}
