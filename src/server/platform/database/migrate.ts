import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import type { Engine } from './database-engine.ts'
import { DatabaseUnavailable } from './database-failure.ts'
import { createPeople } from './migrations/0001-people.ts'
import { createKeys } from './migrations/0002-keys.ts'
import { createTransfers } from './migrations/0003-transfers.ts'
import { createMessaging } from './migrations/0004-messaging.ts'
import { createOperations } from './migrations/0005-operations.ts'
import { createAudit } from './migrations/0006-audit.ts'

const lockLimitMs = 60_000

/**
 * Brings the tables up to date, or leaves them as they were. Several instances may call it at once: one
 * works, the others wait and find nothing left to do.
 * @param upTo the steps of an earlier version, beyond which nothing is done
 * @returns the names of the steps that were done, in their order
 * @throws the engine's error when a step fails, or Kysely's when the tables are newer than this program
 */
export function migrate(database: Database, engine: Engine, upTo?: readonly string[]): Promise<string[]> {
  return engine === 'sqlite' ? migrateSqlite(database, upTo) : migratePostgres(database, upTo)
}

/** Kysely has no lock here for SQLite, so all steps are one transaction, which waits for that of another instance. */
async function migrateSqlite(database: Database, upTo?: readonly string[]): Promise<string[]> {
  const giveUpAt = performance.now() + lockLimitMs
  for (;;) {
    try {
      return await database.transaction().execute((transaction) => doSteps(transaction, 'sqlite', upTo))
    } catch (error) {
      const isBusy = error instanceof DatabaseUnavailable && error.reason === 'busy'
      if (!isBusy || performance.now() >= giveUpAt) throw error
    }
  }
}

/** Kysely takes an advisory lock; waiting for it, and a long step, may outlast the usual time limit. */
function migratePostgres(database: Database, upTo?: readonly string[]): Promise<string[]> {
  return database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await doSteps(connection, 'postgres', upTo)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function doSteps(connection: Database, engine: Engine, upTo?: readonly string[]): Promise<string[]> {
  const provider = { getMigrations: async () => migrations(engine) }
  const migrator = new Migrator({ db: connection, provider })
  const last = upTo && (await migrator.getMigrations()).findLast(({ name }) => upTo.includes(name))
  // To go back to a step would undo the later ones.
  if (upTo && (!last || last.executedAt)) return []
  const { error, results = [] } = await (last ? migrator.migrateTo(last.name) : migrator.migrateToLatest())
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Every migration under its name. The names are stored and sorted: they never change. */
function migrations(engine: Engine): Record<string, Migration> {
  return {
    '0001-people': createPeople(engine),
    '0002-keys': createKeys(engine),
    '0003-transfers': createTransfers(engine),
    '0004-messaging': createMessaging(engine),
    '0005-operations': createOperations(engine),
    '0006-audit': createAudit(engine),
  }
}
