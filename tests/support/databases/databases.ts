import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe } from 'node:test'
import { Client } from 'pg'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/database/open-database.ts'
import type { Engine } from '#server/schema/engine.ts'
import { type PostgresCluster, startPostgres } from './postgres-cluster.ts'
import { postgresVariable } from './postgres-variable.ts'

/** Location of a fresh database: the options of `openDatabase`. */
export type DatabasePlace = { url: string | undefined; dataDir: string }

export type DatabaseSupport = {
  engine: Engine
  /** A place without a row whose tables are there, as copies: to make them takes longer. On PostgreSQL so is a master key. */
  place(): Promise<DatabasePlace>
  /** A place with nothing in it yet. */
  emptyPlace(): Promise<DatabasePlace>
  /** Opens the database at `place`, or a fresh one; closed after the tests if a test does not. */
  open(place?: DatabasePlace & { upTo?: readonly string[] }): Promise<OpenDatabase>
}

/** The databases that tests run on: one, if `TEST_DATABASE` names it. */
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => (process.env.TEST_DATABASE ?? engine) === engine,
)

/**
 * Runs the same tests on a SQLite file and on a real PostgreSQL, each as a suite of its own. Without the
 * PostgreSQL of tests/support/databases/with-postgres.ts the test file starts one for itself.
 */
export function forEachDatabase(name: string, define: (support: DatabaseSupport) => void): void {
  for (const engine of engines) describeOn(engine, name, define)
}

/** The same for tests that wait most of the time: all of them at once, and on both databases. */
export function forEachDatabaseAtOnce(name: string, define: (support: DatabaseSupport) => void): void {
  describe(name, { concurrency: 8 }, () => forEachDatabase(name, define))
}

/** Runs tests on SQLite alone: for what no query decides. */
export function onSqlite(name: string, define: (support: DatabaseSupport) => void): void {
  if (engines.includes('sqlite')) describeOn('sqlite', name, define)
}

function describeOn(engine: Engine, name: string, define: (support: DatabaseSupport) => void): void {
  describe(`${name}, on ${engine}`, () => {
    const cleanings: (() => Promise<unknown>)[] = []
    after(async () => {
      const failures: unknown[] = []
      for (const clean of cleanings.toReversed()) await clean().catch((error) => failures.push(error))
      if (failures.length > 0) throw new AggregateError(failures, 'a database could not be cleared away')
    })

    async function newPlace(template: Template): Promise<DatabasePlace> {
      const dataDir = await mkdtemp(join(tmpdir(), 'restante-database-'))
      cleanings.push(() => rm(dataDir, { recursive: true, force: true }))
      if (engine === 'sqlite') return { url: undefined, dataDir }
      const { url, drop } = await createPostgresDatabase(template)
      cleanings.push(drop)
      return { url, dataDir }
    }

    async function place(): Promise<DatabasePlace> {
      const at = await newPlace('with tables')
      if (at.url === undefined) await copyFile(await sqliteTemplate(), join(at.dataDir, sqliteFile))
      else await writeMasterKey(at.dataDir)
      return at
    }
    const emptyPlace = () => newPlace('empty')

    async function open(at?: DatabasePlace & { upTo?: readonly string[] }): Promise<OpenDatabase> {
      const opened = await openDatabase({ ...(at ?? (await place())), onError: fail })
      cleanings.push(() => opened.close())
      return opened
    }

    define({ engine, place, emptyPlace, open })
  })
}

/** File name that openDatabase uses. */
const sqliteFile = 'restante.sqlite'

let template: Promise<string> | undefined

/** A SQLite file with every table and no row, made once by each file of tests. */
function sqliteTemplate(): Promise<string> {
  template ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'restante-template-'))
    const opened = await openDatabase({ url: undefined, dataDir, onError: fail })
    await opened.close()
    return join(dataDir, sqliteFile)
  })()
  return template
}

after(async () => {
  if (template) await rm(dirname(await template), { recursive: true, force: true })
})

/** Writes the master key that operators provide with PostgreSQL: no server makes one of its own there. */
async function writeMasterKey(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'keys'), { mode: 0o700 })
  await writeFile(join(dataDir, 'keys', 'master-keys'), `${newMasterKeyText('k1')}\n`, { mode: 0o600 })
}

function fail(error: Error): never {
  throw error
}

let own: Promise<PostgresCluster> | undefined

async function clusterUrl(): Promise<string> {
  const shared = process.env[postgresVariable]
  if (shared) return shared
  own ??= startPostgres()
  return (await own).url
}

after(async () => (await own)?.stop())

type Template = keyof typeof templates

/** From which database a new one is copied. */
const templates = { 'with tables': 'template1', empty: 'template0' }

/**
 * A fresh database on the PostgreSQL of the tests. `drop` waits a few seconds for connections that are just
 * ending and fails when a test left one open.
 */
export async function createPostgresDatabase(
  template: Template,
): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = await clusterUrl()
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOn(cluster, `create database ${name} template ${templates[template]} strategy file_copy`)
  const url = new URL(cluster)
  url.pathname = name
  return { url: url.href, drop: () => runOn(cluster, `drop database ${name}`) }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
