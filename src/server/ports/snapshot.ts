import type { Database } from './database.ts'

/**
 * Lets `read` see the whole database as it stood at one moment, however long it takes and whatever others write
 * meanwhile. What it is given cannot be written to. Nobody waits for it.
 */
export type Snapshot = <Result>(read: (database: Database) => Promise<Result>) => Promise<Result>
