import { newId } from '#crypto/random-id.ts'
import type { CaseEntriesRow, CasesRow, Database } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import type { Party } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { lockRequest } from '#server/transfers/sender/visitors/find-request.ts'

/** The states of a case that waits for a decision. */
export const waiting = ['open', 'disabled', 'appealed'] as const

export function isWaiting({ state }: Pick<CasesRow, 'state'>): boolean {
  return waiting.some((one) => one === state)
}

/** The case of a report, by the number of any of its reports. @throws Failure REPORT_NOT_FOUND */
export async function findCase(database: Database, number: string): Promise<CasesRow> {
  const row = await database
    .selectFrom('cases')
    .innerJoin('reports', 'reports.case_id', 'cases.id')
    .selectAll('cases')
    .where('reports.number', '=', number)
    .executeTakeFirst()
  if (!row) throw new Failure('REPORT_NOT_FOUND')
  return row
}

/** Locks a case within a transaction, before its transfer. @throws Failure REPORT_NOT_FOUND */
export async function lockCase(transaction: Database, id: string): Promise<CasesRow> {
  const row = await lockRow(transaction, 'cases', id)
  if (!row) throw new Failure('REPORT_NOT_FOUND')
  return row
}

/**
 * Locks what a locked case is about, within its transaction, and further transfers: each of two cases about the same sees
 * what the other has done, or is seen by it. In the order of their ids, so that no two wait for one another.
 */
export async function lockReportedRows(
  transaction: Database,
  { transfer_id }: Pick<CasesRow, 'transfer_id'>,
  also: readonly string[] = [],
): Promise<void> {
  for (const id of [transfer_id, ...also].toSorted()) await lockRow(transaction, 'transfers', id)
  await lockRequest(transaction, transfer_id)
}

/** Whether what a case is about was reported as child abuse, in this case or another. */
export async function isReportedAsAbuse(
  database: Database,
  { transfer_id }: Pick<CasesRow, 'transfer_id'>,
): Promise<boolean> {
  const report = await database
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.case_id')
    .select('reports.id')
    .where('cases.transfer_id', '=', transfer_id)
    .where('reports.reason', '=', 'child-abuse')
    .limit(1)
    .executeTakeFirst()
  return report !== undefined
}

/**
 * For what shows an administrator the content of a case.
 * @throws Failure CONTENT_NOT_ALLOWED for what was reported as child abuse
 */
export async function assertMayOpen(
  { database, config }: Pick<Services, 'database' | 'config'>,
  found: CasesRow,
): Promise<void> {
  const isForbidden = !config.REPORT_OPEN_CHILD_ABUSE && (await isReportedAsAbuse(database, found))
  // guard: child abuse stays closed -> tests/http/moderation/reports.test.ts "of the worst kind"
  if (isForbidden) throw new Failure('CONTENT_NOT_ALLOWED')
}

type NewEntry = Pick<CaseEntriesRow, 'case_id' | 'at' | 'kind'> & {
  readonly by?: Party | undefined
  readonly text?: string | undefined
}

/** Adds to the timeline of a case, in the transaction in which it happens. */
export async function recordCaseEntry(
  transaction: Database,
  { case_id, at, kind, by, text }: NewEntry,
): Promise<void> {
  const actor = { actor_id: by?.id ?? null, actor_name: by?.username ?? null }
  await transaction
    .insertInto('case_entries')
    .values({ id: newId(), case_id, at, kind, ...actor, text: text ?? null })
    .execute()
}

/** Subject of an entry of the audit log, which names neither the reporter nor their words. */
export function auditedCase({ transfer_id, number }: Pick<CasesRow, 'transfer_id' | 'number'>): Party {
  return { id: transfer_id, username: number }
}
