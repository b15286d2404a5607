import type { CaseEntry } from '#contract/operations/cases.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { lockCase, recordCaseEntry } from '../cases/case-rows.ts'
import { mayObject } from '../cases/describe-decision.ts'
import { priorityOf } from '../rules/severity.ts'
import { findAskedWords } from '../rules/suspicious-words.ts'
import { findDecisionOn, type OwnDecision, type OwnReport } from './follow-report.ts'

/** Objects to a decision as the person who reported. @throws Failure ALREADY_DECIDED where one no longer may, or has */
export async function appealReport(services: Services, own: OwnReport, text: string): Promise<void> {
  const { report, of } = own
  await appeal(services, of.id, { kind: 'appealed-by-reporter', text }, async (transaction, now) => {
    const latest = await findDecisionOn(transaction, own)
    const { appealed_at } = await transaction
      .selectFrom('reports')
      .select('appealed_at')
      .where('id', '=', report.id)
      .executeTakeFirstOrThrow()
    if (!latest || !mayObject(latest, appealed_at, now)) throw new Failure('ALREADY_DECIDED')
    await transaction.updateTable('reports').set({ appealed_at: now }).where('id', '=', report.id).execute()
  })
}

/** Objects to a decision as the uploader. @throws Failure ALREADY_DECIDED where one no longer may, or has */
export async function appealDecision(
  services: Services,
  { decision: { id }, of }: OwnDecision,
  text: string,
): Promise<void> {
  await appeal(services, of.id, { kind: 'appealed-by-sender', text }, async (transaction, now) => {
    const row = await transaction
      .selectFrom('decisions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!mayObject(row, row.appealed_at, now)) throw new Failure('ALREADY_DECIDED')
    await transaction.updateTable('decisions').set({ appealed_at: now }).where('id', '=', id).execute()
  })
}

/** Objections of both sides wait for the same second decision, by someone other than the first where there is someone. */
async function appeal(
  services: Services,
  caseId: string,
  { kind, text }: { readonly kind: CaseEntry['kind']; readonly text: string },
  mark: (transaction: Database, now: number) => Promise<void>,
): Promise<void> {
  const { database, clock, dispatcher } = services
  await transact(database, async (transaction) => {
    const now = clock.now()
    const locked = await lockCase(transaction, caseId)
    if (locked.state !== 'decided' && locked.state !== 'appealed') throw new Failure('ALREADY_DECIDED')
    await mark(transaction, now)
    const asked = await findAskedWords(transaction, locked.transfer_id)
    const dueAt = now + priorityOf(locked.reason, asked).within
    await transaction
      .updateTable('cases')
      .set({
        state: 'appealed',
        // A further objection gives the first no more time.
        due_at: locked.state === 'appealed' ? Math.min(locked.due_at, dueAt) : dueAt,
        ...(locked.state === 'decided' && { assignee_id: null, assignee_name: null, assigned_at: null }),
      })
      .where('id', '=', caseId)
      .execute()
    await recordCaseEntry(transaction, { case_id: caseId, at: now, kind, text })
    const payload = { number: locked.number, reason: locked.reason }
    await appendEvent(transaction, services, { kind: 'report.appealed', payload })
  })
  dispatcher.wake()
}
