import { removeEndedSessions } from '#server/identity/sessions/sessions.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { endExpired } from '#server/transfers/sweep/end-expired.ts'
import { removeEndedBlobs } from '#server/transfers/sweep/remove-ended-blobs.ts'

/** Ends what has expired and removes the blobs of all that has ended, as the sweep does, and reports what came of it. */
export async function cleanUpFiles(services: Services, actor: Pick<Act, 'by' | 'network'>) {
  await endExpired(services)
  const { removed, failures } = await removeEndedBlobs(services)
  const details = { cleanedCount: removed, errorCount: failures.length }
  await recordAct(services.database, { act: 'file.cleanup', details, ...actor }, services.clock.now())
  return { ...details, errors: failures.map(({ message }) => message) }
}

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

/** Forgets sessions whose time is up. @returns how many */
export async function cleanUpSessions(
  services: Services,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<number> {
  const deletedCount = await removeEndedSessions(services)
  const act = { act: 'service.sessions-cleaned', details: { deletedCount }, ...actor } as const
  await recordAct(services.database, act, services.clock.now())
  return deletedCount
}
