import type { Database } from '#server/platform/database/database.ts'

/**
 * Closes a reported file request, within a transaction: it takes nothing any more, also from those who have begun, and its owner
 * cannot open it.
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

/**
 * Undoes that: what its owner had closed before stays closed.
 * @param disabledAt when the case has closed it; null for a case that has only decided so, and then no other may hold it closed
 * @returns false when it was not closed by this
 */
export async function reopenReported(
  transaction: Database,
  id: string,
  disabledAt: number | null,
): Promise<boolean> {
  const opened = await transaction
    .updateTable('requests')
    .set(({ eb, ref }) => ({
      disabled_at: null,
      closed_at: eb.case().when('closed_at', '=', ref('disabled_at')).then(null).else(ref('closed_at')).end(),
    }))
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .where(({ eb, not, exists, selectFrom }) =>
      disabledAt === null
        ? not(
            exists(
              selectFrom('cases')
                .select('cases.id')
                .whereRef('cases.transfer_id', '=', 'requests.id')
                .where('cases.disabled_at', 'is not', null),
            ),
          )
        : eb('disabled_at', '=', disabledAt),
    )
    .executeTakeFirst()
  return Number(opened.numUpdatedRows) === 1
}
