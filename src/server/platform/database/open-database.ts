import { join } from 'node:path'
import { sql } from 'kysely'
import { StartRefused } from '../../config/config.ts'
import type { Database } from './database.ts'
import type { DatabaseEngine } from './database-engine.ts'
import { DatabaseUnavailable, messageOf } from './database-failure.ts'
import { migrate } from './migrate.ts'
import { postgresSnapshot, sqliteSnapshot } from './open-snapshot.ts'
import { checkSqliteFile } from './sqlite/check-sqlite-file.ts'
import { markNames } from './sqlite/marked-names.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import { openSlowReads } from './sqlite/slow-reads.ts'

export type OpenDatabase = {
  database: Database
  engine: DatabaseEngine
  /** The steps that brought the tables up to date just now; see migrate.ts. */
  steps: readonly string[]
  /** Ends every connection; for SQLite, after copying the WAL back into the file. */
  close(): Promise<void>
}

/**
 * Opens the PostgreSQL at `url`, or without one `restante.sqlite` in the folder `dataDir`, and brings its tables up to date, or
 * with `upTo` up to the named step. `onError` is called for connections that break while idle, and for a damaged file, which is
 * opened all the same: most of it can be read.
 * @throws StartRefused when it cannot be opened or migrated
 */
export async function openDatabase(options: {
  url: string | undefined
  dataDir: string
  /** Max connections to PostgreSQL; 10 unless given. */
  connections?: number
  onError: (error: Error) => void
  upTo?: readonly string[] | undefined
}): Promise<OpenDatabase> {
  const { database, engine, close } = await (options.url === undefined
    ? openFile(join(options.dataDir, 'restante.sqlite'), options.onError)
    : openServer(options.url, options.onError, options.connections))
  try {
    const steps = await migrate(database, engine.name, options.upTo)
    if (steps.length > 0) await engine.updateStatistics()
    return { database, engine, steps, close }
  } catch (error) {
    await close()
    throw new StartRefused(`The tables of the database cannot be brought up to date: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

type Opened = Pick<OpenDatabase, 'database' | 'engine' | 'close'>

async function openFile(path: string, onError: (error: Error) => void): Promise<Opened> {
  const damage = noteDamage()
  const database = await openSqlite(path, damage.note)
  const check = await checkSqliteFile(database, path, (found) => {
    damage.note()
    onError(new DatabaseUnavailable('damaged', found))
  })
  const slowReads = openSlowReads(path, 'while used', damage.note)
  const engine: DatabaseEngine = {
    name: 'sqlite',
    slowReads,
    snapshot: sqliteSnapshot(path),
    isIntact: () => isSqliteIntact(database),
    ...markNames(database),
    updateStatistics: () => updateStatistics(database),
    isDamaged: damage.isNoted,
    isSound: async () => (await check.ended()) && !damage.isNoted(),
  }
  async function close() {
    await check.stop()
    await slowReads.destroy()
    await database.destroy()
  }
  return { database, engine, close }
}

/** The client of PostgreSQL is loaded only where there is one. */
async function openServer(
  url: string,
  onError: (error: Error) => void,
  connections: number | undefined,
): Promise<Opened> {
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  const damage = noteDamage()
  const database = await openPostgres(url, onError, damage.note, connections)
  const engine: DatabaseEngine = {
    name: 'postgres',
    slowReads: database,
    snapshot: postgresSnapshot(database),
    // PostgreSQL has no such statement, and has checked every constraint when the rows came in.
    isIntact: async () => true,
    // Vacuum removes changed rows, also from the indexes.
    markErased: (_, work) => work(),
    eraseMarked: () => async () => false,
    // Autovacuum does.
    updateStatistics: async () => {},
    isDamaged: damage.isNoted,
    isSound: async () => !damage.isNoted(),
  }
  return { database, engine, close: () => database.destroy() }
}

function noteDamage() {
  let isDamaged = false
  return {
    note: () => {
      isDamaged = true
    },
    isNoted: () => isDamaged,
  }
}

/** Lets SQLite look through its whole file and at every reference (sqlite.org/pragma.html#pragma_integrity_check). */
async function isSqliteIntact(database: Database): Promise<boolean> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  const broken = await sql`pragma foreign_key_check`.execute(database)
  return rows[0]?.integrity_check === 'ok' && broken.rows.length === 0
}

/** Updates the statistics of SQLite's planner (sqlite.org/pragma.html#pragma_optimize) from a sample of every table. */
async function updateStatistics(database: Database): Promise<void> {
  await sql`pragma optimize = 0x10002`.execute(database)
}
