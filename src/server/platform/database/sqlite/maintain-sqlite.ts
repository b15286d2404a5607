import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The search indexes: see migrations/searched-rows.ts. */
const indexes = ['transfers_search', 'users_search', 'audit_log_search']
/** Pages of an index that are merged in one step: some 10 ms. */
const pages = 64
const pauseMs = 20
/** What others write counts as change, too: on a busy service the end may be missed. */
const maxSteps = 10_000

/** See sqlite.org/pragma.html#pragma_optimize: all tables are looked at, a part of each. */
export async function updateStatistics(database: Database): Promise<void> {
  await sql`pragma optimize = 0x10002`.execute(database)
}

export async function maintainSqlite(database: Database, signal?: AbortSignal): Promise<void> {
  await updateStatistics(database)
  for (const index of indexes) await mergeIndex(database, index, signal)
}

/**
 * Merges all of an FTS5 index into one, which drops what has been deleted (sqlite.org/fts5.html#the_merge_command): a
 * negative number begins it, positive ones go on, and when a step changes next to nothing it is done.
 */
async function mergeIndex(database: Database, index: string, signal?: AbortSignal): Promise<void> {
  for (let step = 0; step < maxSteps && !signal?.aborted; step += 1) {
    const changed = await database.connection().execute(async (connection) => {
      const before = await totalChanges(connection)
      await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${step === 0 ? -pages : pages})`.execute(
        connection,
      )
      return (await totalChanges(connection)) - before
    })
    if (changed < 2) return
    await wait(pauseMs)
  }
}

async function totalChanges(connection: Database): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(connection)
  return rows[0]?.changes ?? 0
}
