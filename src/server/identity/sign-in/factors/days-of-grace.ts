import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { factorGrace } from '../../principals/factor-required.ts'
import { saysAnywhere } from '../../principals/rules/levels.ts'
import { hasSecondFactor } from './factors.ts'

/**
 * Begins the days in which a person without a second factor has to add one, and gives their end; null for a person with one.
 */
export async function startGrace(transaction: Database, userId: string, now: number): Promise<number | null> {
  if (await hasSecondFactor(transaction, userId)) return null
  const dueAt = now + factorGrace
  await setDueAt(transaction, userId, dueAt)
  return dueAt
}

/** Clears the deadline: the days begin anew when a second factor is required of this person again. */
export async function endGrace(transaction: Database, userId: string): Promise<null> {
  await setDueAt(transaction, userId, null)
  return null
}

/** Clears the deadlines of all people who need no second factor. */
export async function endGraceOfOthers(
  database: Database,
  { SECOND_FACTOR: policy, groups }: Pick<Services['config'], 'SECOND_FACTOR' | 'groups'>,
): Promise<void> {
  // A group may need what the option does not.
  if (saysAnywhere(groups, 'secondFactor')) return
  for (const isAdmin of [true, false]) {
    if (policy === 'all' || (policy === 'administrators' && isAdmin)) continue
    await database
      .updateTable('users')
      .set({ second_factor_due_at: null })
      .where('is_admin', '=', isAdmin ? 1 : 0)
      .where('second_factor_due_at', 'is not', null)
      .execute()
  }
}

async function setDueAt(transaction: Database, userId: string, dueAt: number | null): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ second_factor_due_at: dueAt })
    .where('id', '=', userId)
    .execute()
}
