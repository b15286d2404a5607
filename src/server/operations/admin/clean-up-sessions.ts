import { removeEndedSessions } from '#server/identity/sessions/remove-ended-sessions.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'

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
