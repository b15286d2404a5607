import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { holdTransfer } from '#server/transfers/lifetime/disable-transfer.ts'
import { findTransfer } from '#server/transfers/model/transfers-table.ts'
import { auditedCase, findCase, lockCase, lockReportedRows, recordCaseEntry } from './case-rows.ts'

type Needs = Pick<Services, 'database' | 'clock'>
type By = { readonly by: Party; readonly network: string }

/**
 * Assigns a case to an administrator, so that no other decides it meanwhile.
 * @param take from someone else, if it is theirs @throws Failure REPORT_NOT_FOUND, CASE_TAKEN
 */
export async function assignCase(
  { database, clock }: Needs,
  number: string,
  { by, network, take }: By & { readonly take: boolean },
): Promise<void> {
  const { id } = await findCase(database, number)
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const locked = await lockCase(transaction, id)
    if (locked.assignee_id === by.id) return
    if (locked.assignee_id !== null && !take) throw new Failure('CASE_TAKEN')
    const at = clock.now()
    await transaction
      .updateTable('cases')
      .set({ assignee_id: by.id, assignee_name: by.username, assigned_at: at })
      .where('id', '=', id)
      .execute()
    await recordCaseEntry(transaction, { case_id: id, at, kind: 'assigned', by })
    await recordAct(transaction, { act: 'report.assigned', by, to: auditedCase(locked), network }, at)
  })
}

/** Adds a note that administrators read. @throws Failure REPORT_NOT_FOUND */
export async function noteCase(
  { database, clock }: Needs,
  number: string,
  { by, network, text }: By & { readonly text: string },
): Promise<void> {
  const found = await findCase(database, number)
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const at = clock.now()
    await recordCaseEntry(transaction, { case_id: found.id, at, kind: 'noted', by, text })
    await recordAct(transaction, { act: 'report.noted', by, to: auditedCase(found), network }, at)
  })
}

/** A legal hold longer than this is a matter for copies, not for a service that forgets. */
const maxHold = 365 * 24 * 60 * 60_000

/**
 * Keeps a disabled transfer as evidence until `until`, for a reason; never for a shorter time than it is kept already.
 * @throws Failure REPORT_NOT_FOUND, BAD_REQUEST for a time that is over, beyond a year or before the end of what holds it now,
 *   ALREADY_DECIDED when it is not disabled
 */
export async function holdReported(
  { database, clock }: Needs,
  number: string,
  { by, network, until, reason }: By & { readonly until: number; readonly reason: string },
): Promise<void> {
  const { id } = await findCase(database, number)
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const locked = await lockCase(transaction, id)
    const at = clock.now()
    if (until <= at || until > at + maxHold)
      throw new Failure('BAD_REQUEST', { details: 'until: within a year' })
    // Another case may prolong the same hold at this moment.
    await lockReportedRows(transaction, locked)
    const transfer = await findTransfer(transaction, locked.transfer_id)
    if (transfer?.state !== 'disabled') throw new Failure('ALREADY_DECIDED')
    // guard: legal hold of an earlier day -> tests/http/moderation/consequences.test.ts "no legal hold is shortened"
    if (until < (transfer.held_until ?? 0))
      throw new Failure('BAD_REQUEST', { details: 'until: it is kept for longer already' })
    await holdTransfer(transaction, locked.transfer_id, until)
    await recordCaseEntry(transaction, { case_id: id, at, kind: 'held', by, text: reason })
    const details = { until: new Date(until).toISOString() }
    await recordAct(transaction, { act: 'report.held', by, to: auditedCase(locked), details, network }, at)
  })
}

/** Whether a legal hold was set in a case, and the transfer not restored since. */
export async function hasLegalHold(database: Database, caseId: string): Promise<boolean> {
  const latest = await database
    .selectFrom('case_entries')
    .select('kind')
    .where('case_id', '=', caseId)
    .where('kind', 'in', ['held', 'restored', 'restored-by-rule'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.kind === 'held'
}

/**
 * Notes that an administrator has looked: what a rule has disabled stays so until it is decided.
 * @throws Failure REPORT_NOT_FOUND
 */
export async function recordLook(database: Database, number: string): Promise<void> {
  const { id } = await findCase(database, number)
  await database
    .updateTable('cases')
    .set({ rule_until: null, disabled_by: 'person' })
    .where('id', '=', id)
    .where('rule_until', 'is not', null)
    .execute()
}
