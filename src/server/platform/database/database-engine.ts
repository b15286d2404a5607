import type { Database } from './database.ts'

/** What is not the same on both databases, and so is done by the one that is there. */
export type DatabaseEngine = {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Lets `read` see the whole database as it stood at one moment, however long it takes and whatever others write
   * meanwhile. What it is given cannot be written to. Nobody waits for it.
   */
  snapshot<Result>(read: (database: Database) => Promise<Result>): Promise<Result>
  /** Looks through everything that is stored, as far as the engine can, and says whether it is sound. */
  isIntact(): Promise<boolean>
  /** Whether damage was found in what is stored, when it was opened or by any statement since. */
  isDamaged(): boolean
}
