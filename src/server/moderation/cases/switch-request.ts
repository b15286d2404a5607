import type { ExpressionBuilder } from 'kysely'
import type { CasesRow, Database, Tables } from '#server/platform/database/database.ts'

/**
 * Closes a reported file request, within a transaction: it accepts nothing more, not even from senders who have begun, and its
 * owner cannot reopen it.
 * @returns false when there is none, or it was closed by a report before
 */
export async function closeReported(transaction: Database, id: string, now: number): Promise<boolean> {
  const closed = await transaction
    .updateTable('requests')
    .set(({ fn, val }) => ({ disabled_at: now, closed_at: fn.coalesce('closed_at', val(now)) }))
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return Number(closed.numUpdatedRows) === 1
}

/** Decisions that end a transfer for good, and keep a request closed. */
const endings = ['end', 'end-and-suspend'] as const

/**
 * Reopens a request that a locked case closed or decided to end, unless another case has done so, too. A request that its owner
 * had closed before stays closed. The caller has locked the request, so that the second of two concurrent cases sees the first.
 * @returns false when it stays as it was
 */
export async function reopenReported(
  transaction: Database,
  locked: Pick<CasesRow, 'id' | 'transfer_id' | 'disabled_at'>,
): Promise<boolean> {
  if (!(await isOnlyCloser(transaction, locked))) return false
  const opened = await transaction
    .updateTable('requests')
    .set(({ eb, ref }) => ({
      disabled_at: null,
      closed_at: eb.case().when('closed_at', '=', ref('disabled_at')).then(null).else(ref('closed_at')).end(),
    }))
    .where('id', '=', locked.transfer_id)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst()
  return Number(opened.numUpdatedRows) === 1
}

/** Whether a case closed a request, or decided that it ends, and no other case did. */
export async function isOnlyCloser(
  database: Database,
  { id, transfer_id, disabled_at }: Pick<CasesRow, 'id' | 'transfer_id' | 'disabled_at'>,
): Promise<boolean> {
  const cases = await database
    .selectFrom('cases')
    .select((of) => ['cases.id', 'cases.disabled_at', lastAction(of).as('action')])
    .where('transfer_id', '=', transfer_id)
    .execute()
  const closers = cases.filter((one) => {
    const since = one.id === id ? disabled_at : one.disabled_at
    return since !== null || endings.some((ending) => ending === one.action)
  })
  return closers.length === 1 && closers[0]?.id === id
}

/** Action of the latest decision of a case; null before there is one. */
function lastAction({ selectFrom }: ExpressionBuilder<Tables, 'cases'>) {
  return selectFrom('decisions')
    .select('decisions.action')
    .whereRef('decisions.case_id', '=', 'cases.id')
    .orderBy('decisions.at', 'desc')
    .orderBy('decisions.final', 'desc')
    .limit(1)
}
