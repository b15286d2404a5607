import { recordAlone } from '#server/identity/accounts/record-alone.ts'
import { removeEndedSessions } from '#server/identity/sign-in/sessions/sessions.ts'
import type { Act } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { endExpired } from '#server/transfers/sweep/end-expired.ts'
import { removeEndedBlobs } from '#server/transfers/sweep/remove-ended-blobs.ts'

/** Ends what has expired and removes the blobs of all that has ended, as the sweep does, and reports the result. */
export async function cleanUpFiles(services: Services, actor: Pick<Act, 'by' | 'network'>) {
  await endExpired(services)
  const { removed, failures } = await removeEndedBlobs(services)
  const details = { cleanedCount: removed, errorCount: failures.length }
  await recordAlone(services, { act: 'file.cleanup', details, ...actor })
  return { ...details, errors: failures.map(({ message }) => message) }
}

/** Deletes rate limits that have recovered completely. @returns how many */
export async function cleanUpLimits(services: Services, actor: Pick<Act, 'by' | 'network'>): Promise<number> {
  const deleted = await services.database
    .deleteFrom('rate_limits')
    .where('free_at', '<=', services.clock.now())
    .executeTakeFirst()
  const deletedCount = Number(deleted.numDeletedRows)
  await recordAlone(services, { act: 'service.limits-cleaned', details: { deletedCount }, ...actor })
  return deletedCount
}

/** Forgets sessions whose time is up. @returns how many */
export async function cleanUpSessions(
  services: Services,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<number> {
  const deletedCount = await removeEndedSessions(services)
  await recordAlone(services, { act: 'service.sessions-cleaned', details: { deletedCount }, ...actor })
  return deletedCount
}
