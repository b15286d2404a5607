import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../schema/engine.ts'
import type { Clock } from '../time/clock.ts'
import type { Database } from './database.ts'

/** Operations that differ between the two databases. */
export type DatabaseEngine = {
  readonly name: Engine
  /**
   * The same tables for reads whose time grows with what is stored, such as lists and totals of everything: only their caller
   * waits for them. They see committed rows. Rows found by key are cheaper to read on the main connection.
   */
  readonly slowReads: Database
  /**
   * Lets `read` see the whole database as it stood at one moment, however long it takes and despite later writes. That database
   * is read-only. Other queries don't wait for it.
   */
  snapshot<Result>(read: (database: Database) => Promise<Result>): Promise<Result>
  /** Looks through everything that is stored, as far as the engine can, and says whether it is sound. */
  isIntact(): Promise<boolean>
  /**
   * Only marks the names that transfers lose in `work`, within `transaction`, in the search index, at a fraction of the cost:
   * for many at once. No search finds them, and `eraseMarked` must follow.
   */
  markErased<Result>(transaction: Database, work: () => Promise<Result>): Promise<Result>
  /**
   * Begins to remove marked names; nothing may be marked until that is over. @returns a function that does a step of `pages`
   * pages and says whether anything may be left
   */
  eraseMarked(): (pages: number) => Promise<boolean>
  /** Brings up to date what the planner of queries goes by. To be called once a day. */
  updateStatistics(): Promise<void>
  /** Whether damage was found in what is stored, when it was opened or by any statement since. */
  isDamaged(): boolean
  /**
   * Whether what is not found may be taken for not there: waits until the look through what was opened is over, and says whether
   * it came to its end and nothing was found damaged since. To be asked before anything is destroyed because no row needs it.
   */
  isSound(): Promise<boolean>
}

/**
 * Milliseconds since 1970 for use in a statement: by the clock of the PostgreSQL that all instances share, else by this
 * machine's, as all that share a SQLite file are on one.
 */
export function databaseNow({
  engine,
  clock,
}: {
  readonly engine: DatabaseEngine
  readonly clock: Clock
}): RawBuilder<number> {
  if (engine.name === 'sqlite') return sql<number>`cast(${clock.now()} as integer)`
  return sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
}
