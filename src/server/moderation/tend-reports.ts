import { workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { hashEvidence } from './cases/hash-evidence.ts'
import { endRules } from './cases/switch-transfer.ts'

const DAY = 24 * 60 * 60_000
/** How long after its decision a report says who made it and what they wrote. */
export const reporterLife = 365 * DAY
/** How long after its decision a case is known at all: for objections, repeated violations and reports of transparency. */
export const caseLife = 3 * 365 * DAY

/**
 * Restores transfers that a rule has disabled and that were not looked at, continues hashing evidence, and deletes reporters
 * and cases past their retention.
 */
export async function tendReports(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services
  await endRules(services, signal)
  hashEvidence(services)
  const now = clock.now()
  await workInSets(async (size) => {
    const old = database
      .selectFrom('reports')
      .innerJoin('cases', 'cases.id', 'reports.case_id')
      .select('reports.id')
      .where('cases.decided_at', '<=', now - reporterLife)
      .where('cases.state', 'in', ['decided', 'closed'])
      .where('reports.explanation', 'is not', null)
      .limit(size)
    const changed = await database
      .updateTable('reports')
      .set({ explanation: null, name: null, email: null, email_hash: null })
      .where('id', 'in', old)
      .executeTakeFirst()
    return Number(changed.numUpdatedRows)
  }, signal)
  await workInSets(async (size) => {
    const old = database
      .selectFrom('case_entries')
      .innerJoin('cases', 'cases.id', 'case_entries.case_id')
      .select('case_entries.id')
      .where('cases.decided_at', '<=', now - reporterLife)
      .where('cases.state', 'in', ['decided', 'closed'])
      .where('case_entries.kind', 'in', ['appealed-by-reporter', 'appealed-by-sender', 'noted', 'opened'])
      .where('case_entries.text', 'is not', null)
      .limit(size)
    const changed = await database
      .updateTable('case_entries')
      .set({ text: null })
      .where('id', 'in', old)
      .executeTakeFirst()
    return Number(changed.numUpdatedRows)
  }, signal)
  await workInSets(async (size) => {
    const old = database
      .selectFrom('cases')
      .select('id')
      .where('decided_at', '<=', now - caseLife)
      .where('state', 'in', ['decided', 'closed'])
      .limit(size)
    const deleted = await database.deleteFrom('cases').where('id', 'in', old).executeTakeFirst()
    return Number(deleted.numDeletedRows)
  }, signal)
}
