import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import type { Engine } from './engine.ts'
import { createFiles } from './migrations/0001-files.ts'
import { createTransfers } from './migrations/0002-transfers.ts'
import { createMail } from './migrations/0003-mail.ts'
import { createAccounts } from './migrations/0004-accounts.ts'
import { createPortal } from './migrations/0005-portal.ts'
import { createKeys } from './migrations/0006-keys.ts'
import { createOperations } from './migrations/0007-operations.ts'
import { retryWhileBusy } from './sqlite/retry-while-busy.ts'

const lockLimitMs = 60_000

/**
 * Brings the tables up to date, or leaves them as they were. Several instances may call it at once: one
 * works, the others wait and find nothing left to do.
 * @param upTo the steps of an earlier version, beyond which nothing is done
 * @returns the names of the steps that were done, in their order
 * @throws the engine's error when a step fails, or Kysely's when the tables are newer than this program
 */
export function migrate(database: Database, engine: Engine, upTo?: readonly string[]): Promise<string[]> {
  return database
    .connection()
    .execute((connection) =>
      engine === 'sqlite' ? migrateSqlite(connection, upTo) : migratePostgres(connection, upTo),
    )
}

/** Kysely has no lock and no transaction here for SQLite, so the write lock is taken first, as both. */
async function migrateSqlite(connection: Database, upTo?: readonly string[]): Promise<string[]> {
  await retryWhileBusy(() => sql`begin immediate`.execute(connection), lockLimitMs)
  try {
    const steps = await doSteps(connection, 'sqlite', upTo)
    await sql`commit`.execute(connection)
    return steps
  } catch (error) {
    await sql`rollback`.execute(connection)
    throw error
  }
}

/** Kysely takes an advisory lock; waiting for it, and a long step, may outlast the usual time limit. */
async function migratePostgres(connection: Database, upTo?: readonly string[]): Promise<string[]> {
  await sql`set statement_timeout = 0`.execute(connection)
  try {
    return await doSteps(connection, 'postgres', upTo)
  } finally {
    await sql`reset statement_timeout`.execute(connection)
  }
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
    '0001-files': createFiles(engine),
    '0002-transfers': createTransfers(engine),
    '0003-mail': createMail(engine),
    '0004-accounts': createAccounts(engine),
    '0005-portal': createPortal(engine),
    '0006-keys': createKeys(engine),
    '0007-operations': createOperations(engine),
  }
}
