import { join } from 'node:path'
import { StartRefused } from '../../config.ts'
import type { Database } from './database.ts'
import type { DatabaseEngine } from './database-engine.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { postgresSnapshot, sqliteSnapshot } from './open-snapshot.ts'
import { isSqliteIntact } from './sqlite/is-sqlite-intact.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

export type OpenDatabase = {
  database: Database
  engine: Engine
  snapshot: DatabaseEngine['snapshot']
  isIntact: DatabaseEngine['isIntact']
  /** The steps that brought the tables up to date just now; see migrate.ts. */
  steps: readonly string[]
  /** Ends every connection; for SQLite, after copying the WAL back into the file. */
  close(): Promise<void>
}

/**
 * Opens the PostgreSQL at `url`, or without one `restante.sqlite` in the folder `dataDir`, and brings its
 * tables up to date, or with `upTo` as far as the steps go that it names. `onError` hears of connections that break while
 * nobody uses them.
 * @throws StartRefused when it cannot be opened or migrated
 */
export async function openDatabase(options: {
  url: string | undefined
  dataDir: string
  onError: (error: Error) => void
  upTo?: readonly string[] | undefined
}): Promise<OpenDatabase> {
  const engine = options.url === undefined ? 'sqlite' : 'postgres'
  const path = join(options.dataDir, 'restante.sqlite')
  const database =
    options.url === undefined ? await openSqlite(path) : await openServer(options.url, options.onError)
  const snapshot = engine === 'sqlite' ? sqliteSnapshot(path) : postgresSnapshot(database)
  // PostgreSQL has no such statement, and has checked every constraint when the rows came in.
  const isIntact = engine === 'sqlite' ? () => isSqliteIntact(database) : async () => true
  try {
    const steps = await migrate(database, engine, options.upTo)
    return { database, engine, snapshot, isIntact, steps, close: () => database.destroy() }
  } catch (error) {
    await database.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`The tables of the database cannot be brought up to date: ${reason}.`, {
      cause: error,
    })
  }
}

/** The client of PostgreSQL is loaded only where there is one. */
async function openServer(url: string, onError: (error: Error) => void): Promise<Database> {
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(url, onError)
}
