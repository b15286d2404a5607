import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { DatabaseEngine } from './database-engine.ts'
import { openSlowReads } from './sqlite/slow-reads.ts'

/**
 * Snapshots of the SQLite file at `path`: each in a thread with a connection of its own, since those of the server answer calls
 * meanwhile. A read transaction sees one moment of the WAL (sqlite.org/isolation.html).
 */
export function sqliteSnapshot(path: string): DatabaseEngine['snapshot'] {
  return async (read) => {
    const database = openSlowReads(path, 'until closed')
    try {
      return await readWithin(database, ['begin'], read)
    } finally {
      await database.destroy()
    }
  }
}

/** Snapshots on a connection of the pool. A long one may outlast the usual time limits. */
export function postgresSnapshot(database: Database): DatabaseEngine['snapshot'] {
  return (read) =>
    readWithin(
      database,
      [
        'begin isolation level repeatable read read only',
        'set local statement_timeout = 0',
        'set local idle_in_transaction_session_timeout = 0',
      ],
      read,
    )
}

function readWithin<Result>(
  database: Database,
  beginning: readonly string[],
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  return database.connection().execute(async (connection) => {
    for (const statement of beginning) await sql.raw(statement).execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}
