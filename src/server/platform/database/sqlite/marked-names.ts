import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { transact } from '../transact.ts'

/** The table whose names are marked, see migrations/rows/searched-rows.ts. */
const index = sql.table('transfers_search')
/** As long as this row is among the jobs, marked names are still in the index. */
const owed = 'erase marked names'
/** Default of FTS5: parts of the index that are merged while it is written. Marked names are merged later. */
const usualMerge = 4
/** The first pass may end what an earlier run began, which knew of fewer names; the second one merges all there is. */
const passes = 2

/**
 * Takes many names out of the index of a search at a fraction of what `secure-delete` costs: the index is told which are
 * gone, as FTS5 usually does, and later merged in steps, which leaves them out (sqlite.org/fts5.html#the_merge_command).
 */
export function markNames(database: Database) {
  return {
    async markErased<Result>(transaction: Database, work: () => Promise<Result>): Promise<Result> {
      await configure(transaction, { 'secure-delete': 0, automerge: 0 })
      const result = await work()
      await configure(transaction, { 'secure-delete': 1, automerge: usualMerge })
      await transaction
        .insertInto('jobs')
        .values({ name: owed, began_at: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return result
    },

    eraseMarked() {
      let isMerging = false
      let ended = 0
      return async (pages: number): Promise<boolean> => {
        const row = await database
          .selectFrom('jobs')
          .select('name')
          .where('name', '=', owed)
          .executeTakeFirst()
        if (!row) return false
        const isLast = ended === passes - 1
        const merged = await transact(database, async (transaction) => {
          const before = await countChanges(transaction)
          // A negative number makes all of the index one merge, a positive one goes on with it.
          await sql`insert into ${index} (transfers_search, rank) values ('merge', ${isMerging ? pages : -pages})`.execute(
            transaction,
          )
          const changes = (await countChanges(transaction)) - before
          // FTS5 says so that nothing was left to do.
          const isOver = changes < 2
          if (isOver && isLast) await transaction.deleteFrom('jobs').where('name', '=', owed).execute()
          return !isOver
        })
        isMerging = merged
        if (!merged) ended += 1
        return ended < passes
      }
    },
  }
}

async function configure(
  transaction: Database,
  settings: Readonly<Record<'secure-delete' | 'automerge', number>>,
): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await sql`insert into ${index} (transfers_search, rank) values (${name}, ${value})`.execute(transaction)
}

async function countChanges(transaction: Database): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(transaction)
  return rows[0]?.changes ?? 0
}
