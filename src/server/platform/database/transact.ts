import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from './database.ts'
import { DatabaseUnavailable, maxConflicts } from './database-failure.ts'

const maxPauseMs = 50

/**
 * Runs `work` in a transaction. Two transactions that touch the same rows in different orders may end in a conflict, and
 * the database undoes one of them: that one is run again, so `work` must do nothing but queries. Within a transaction
 * it becomes a part of that one.
 * @throws DatabaseUnavailable, DatabaseFull, and whatever `work` throws
 */
export async function transact<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  if (database.isTransaction) return work(database)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      const isConflict = error instanceof DatabaseUnavailable && error.reason === 'conflict'
      if (!isConflict || attempt === maxConflicts) throw error
    }
    await wait(Math.random() * maxPauseMs * attempt)
  }
}
