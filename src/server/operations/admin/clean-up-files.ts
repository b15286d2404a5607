import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { endExpired } from '#server/transfers/sweep/end-expired.ts'
import { removeEndedBlobs } from '#server/transfers/sweep/remove-ended-blobs.ts'

/** Ends what has expired and removes the blobs of all that has ended, as the sweep does, and tells what came of it. */
export async function cleanUpFiles(services: Services, actor: Pick<Act, 'by' | 'network'>) {
  await endExpired(services)
  const { removed, failures } = await removeEndedBlobs(services)
  const details = { cleanedCount: removed, errorCount: failures.length }
  await recordAct(services.database, { act: 'file.cleanup', details, ...actor }, services.clock.now())
  return { ...details, errors: failures.map(({ message }) => message) }
}
