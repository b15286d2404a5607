import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from '../../schema/engine.ts'
import { stepNames, steps } from '../../schema/migrations/steps.ts'
import { canUseTables, goneAfter } from '../../schema/other-releases.ts'
import type { Database } from './database.ts'
import { DatabaseUnavailable, type UnavailableReason } from './database-failure.ts'

const lockLimitMs = 60_000

/**
 * Brings the tables up to date, or leaves them as they were. Several instances may call it at once: one
 * works, the others wait and find nothing left to do.
 * @param upTo the steps of an earlier version, beyond which nothing is done
 * @returns the names of the steps that were done, in their order
 * @throws the engine's error when a step fails, or one that says why this program cannot work with tables of a newer one
 */
export function migrate(database: Database, engine: Engine, upTo?: readonly string[]): Promise<string[]> {
  return engine === 'sqlite' ? migrateSqlite(database, upTo) : migratePostgres(database, upTo)
}

/** Kysely has no lock here for SQLite, so all steps are one transaction, which waits for that of another instance. */
function migrateSqlite(database: Database, upTo?: readonly string[]): Promise<string[]> {
  return repeatWhile(['busy'], () =>
    database.transaction().execute((transaction) => doSteps(transaction, 'sqlite', upTo)),
  )
}

/**
 * Kysely takes an advisory lock; waiting for it, and a long step, may outlast the usual time limit. All steps are one transaction,
 * which gives way to those of other instances while it locks their tables, and is tried again.
 */
function migratePostgres(database: Database, upTo?: readonly string[]): Promise<string[]> {
  return database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    // Many long transactions always hold some table: after that the steps wait for each, as long as it takes.
    const politeUntil = performance.now() + politeMs
    try {
      return await repeatWhile(['busy', 'conflict'], () =>
        doSteps(connection, 'postgres', upTo, performance.now() < politeUntil),
      )
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Milliseconds during which migrations give way before they wait. */
const politeMs = 5_000

/** Most milliseconds between two attempts. */
const maxPauseMs = 250

async function repeatWhile(
  reasons: readonly UnavailableReason[],
  attempt: () => Promise<string[]>,
): Promise<string[]> {
  const giveUpAt = performance.now() + lockLimitMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const isPassing = error instanceof DatabaseUnavailable && reasons.includes(error.reason)
      if (!isPassing || performance.now() >= giveUpAt) throw error
    }
    await wait(Math.random() * maxPauseMs)
  }
}

async function doSteps(
  connection: Database,
  engine: Engine,
  upTo?: readonly string[],
  givesWay = false,
): Promise<string[]> {
  if (await isAhead(connection)) return []
  let isFirst = true
  const provider = {
    getMigrations: async () =>
      migrationsOf(engine, async (transaction) => {
        if (isFirst && givesWay) await lockTables(transaction)
        isFirst = false
      }),
  }
  const migrator = new Migrator({ db: connection, provider })
  const last = upTo && (await migrator.getMigrations()).findLast(({ name }) => upTo.includes(name))
  // To go back to a step would undo the later ones.
  if (upTo && (!last || last.executedAt)) return []
  const { error, results = [] } = await (last ? migrator.migrateTo(last.name) : migrator.migrateToLatest())
  // A newer release may have been faster, which Kysely takes for a mistake.
  if (error && (await isAhead(connection))) return []
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/**
 * Whether a newer release has brought the tables further than this one can, in a way that leaves it what it needs.
 * @throws when it has not
 */
async function isAhead(connection: Database): Promise<boolean> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    connection,
  )
  const done = rows.map(({ name }) => name)
  const unknown = done.filter((name) => !stepNames.includes(name))
  if (unknown.length === 0) return false
  const { needs_step } = await connection.selectFrom('service').select('needs_step').executeTakeFirstOrThrow()
  // guard: tables that have lost what a release uses -> src/server/platform/database/open-database.test.ts "opens tables to which a newer program"
  //   drops canUseTables(stepNames, needs_step) &&
  if (canUseTables(stepNames, needs_step) && stepNames.every((name) => done.includes(name))) return true
  throw new Error(
    `a newer release has changed them (${unknown.join(', ')}), and only releases that have ${needs_step ?? unknown.at(-1)} can use them now`,
  )
}

/** The steps by their names, each of which does `before` first. */
function migrationsOf(
  engine: Engine,
  before: (transaction: Database) => Promise<void>,
): Record<string, Migration> {
  return Object.fromEntries(
    steps.map(({ name, create, removesWhatIsUsedBefore: needed }) => {
      const plain = create(engine)
      const step = needed === undefined ? plain : contracting(engine, needed, plain)
      async function up(transaction: Database) {
        await before(transaction)
        await step.up(transaction)
      }
      return [name, { up }]
    }),
  )
}

/** Half of deadlock_timeout, in milliseconds. */
const lockTablesMs = 500

/**
 * Locks all tables at once, so that no step waits for one while it holds others. Other instances, which lock rows of them in another
 * order, would meet it in a deadlock otherwise, and PostgreSQL might undo their transaction: it looks for deadlocks after a second of
 * waiting, when this has succeeded or given up.
 */
async function lockTables(transaction: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'
  `.execute(transaction)
  if (rows.length === 0) return
  const tables = sql.join(rows.map(({ name }) => sql.table(name)))
  await sql`set local statement_timeout = ${sql.lit(lockTablesMs)}`.execute(transaction)
  await sql`lock table ${tables}`.execute(transaction)
  await sql`set local statement_timeout = 0`.execute(transaction)
}

/**
 * A step that removes something: it waits for those that start just now, is refused while an instance runs that still uses
 * that, and keeps its like from starting afterwards.
 */
function contracting(engine: Engine, needed: string, step: Migration): Migration {
  return {
    async up(connection: Database): Promise<void> {
      await connection.updateTable('service').set({ needs_step: needed }).execute()
      const now = engine === 'sqlite' ? sql`${Date.now()}` : sql`extract(epoch from clock_timestamp()) * 1000`
      const older = await connection
        .selectFrom('instances')
        .select('id')
        .where('steps', '<', needed)
        .where('seen_at', '>', sql<number>`${now} - ${sql.lit(goneAfter)}`)
        .execute()
      // guard: nothing is removed that a running release uses -> tests/long/upgrades/rolling-upgrade.test.ts "removes what the older one uses"
      if (older.length > 0)
        throw new Error(
          `an instance of a release without ${needed} still runs, or did so ${goneAfter / 1000} seconds ago: stop it, and start this one again`,
        )
      await step.up(connection)
    },
  }
}
