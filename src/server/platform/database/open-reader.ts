import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Engine } from '../../schema/engine.ts'
import { stepNames } from '../../schema/migrations/steps.ts'
import { canUseTables } from '../../schema/other-releases.ts'
import type { Database } from './database.ts'
import { openSlowReads } from './sqlite/slow-reads.ts'

/** Tables as they are. */
type Reader = {
  readonly database: Database
  readonly engine: Engine
  close(): Promise<void>
}

/** How the tables stand to this program: up to date, to be brought up to date, of a newer release that it can serve, or not. */
type TableState =
  | { readonly is: 'current' | 'empty' | 'newer' }
  | { readonly is: 'behind'; readonly missing: readonly string[] }
  | { readonly is: 'unusable'; readonly needed: string }

/**
 * Opens the database to read it: no file is made, and no table is brought up to date.
 * @returns undefined where there is no SQLite file yet
 * @throws StartRefused for a PostgreSQL that cannot be reached
 */
export async function openReader(url: string | undefined, dataDir: string): Promise<Reader | undefined> {
  if (url !== undefined) {
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    const database = await openPostgres(
      url,
      () => {},
      () => {},
      1,
    )
    return { database, engine: 'postgres', close: () => database.destroy() }
  }
  const path = join(dataDir, 'restante.sqlite')
  if (!existsSync(path)) return undefined
  // Without a log of its own the file is at rest: SQLite then needs no files beside it.
  const place = existsSync(`${path}-wal`) ? path : `file:${encodeURI(path)}?immutable=1`
  const database = openSlowReads(place, 'until closed')
  return { database, engine: 'sqlite', close: () => database.destroy() }
}

/** Compares the tables with the migrations of this program. */
export async function compareTables(database: Database): Promise<TableState> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return { is: 'empty' }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  const done = rows.map(({ name }) => name)
  const missing = stepNames.filter((name) => !done.includes(name))
  const unknown = done.filter((name) => !stepNames.includes(name))
  if (unknown.length === 0) return missing.length === 0 ? { is: 'current' } : { is: 'behind', missing }
  const { needs_step: needed } = await database
    .selectFrom('service')
    .select('needs_step')
    .executeTakeFirstOrThrow()
  return canUseTables(stepNames, needed) && missing.length === 0
    ? { is: 'newer' }
    : { is: 'unusable', needed: needed ?? unknown.at(-1) ?? '' }
}
