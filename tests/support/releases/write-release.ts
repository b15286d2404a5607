import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { keptTables } from '#server/operations/backup/backup-tables.ts'
import type { Engine } from '#server/schema/engine.ts'
import { createPostgresDatabase } from '../databases/databases.ts'
import { startServer, type TestServer } from '../server/server.ts'
import { dumpPostgres } from './dump-postgres.ts'
import { fillRelease, forFilling } from './fill-release.ts'
import { packFolder, writeReleaseData } from './release-data.ts'

/**
 * `npm run release-data` writes the data of the release that package.json names to tests/fixtures: one of everything, on
 * SQLite and on PostgreSQL. It is run once, when the release is made; its data is never written again.
 */
for (const engine of ['sqlite', 'postgres'] as const) await write(engine)

async function write(engine: Engine): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'restante-release-'))
  const postgres = engine === 'postgres' ? await createPostgresDatabase('empty') : undefined
  await mkdir(join(folder, 'keys'), { mode: 0o700 })
  await writeFile(join(folder, 'keys', 'master-keys'), `${newMasterKeyText('k1')}\n`, { mode: 0o600 })
  try {
    const expected = await fill({ dataDir: folder, url: postgres?.url })
    const dump = postgres ? { sql: await dumpPostgres(postgres.url) } : {}
    const data = { expected, files: await packFolder(folder), ...dump }
    const { path, size } = await writeReleaseData(expected.version, engine, data)
    console.log(`${path}: ${Math.round(size / 1024)} KB`)
  } finally {
    await postgres?.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(place: { dataDir: string; url: string | undefined }) {
  await using server = await startServer({ ...place, environment: forFilling })
  const filled = await fillRelease(server, place)
  const { version } = server.services.config
  return { version, now: server.clock.now(), ...filled, rows: await countRows(server) }
}

async function countRows({ services: { database } }: TestServer): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const { name } of keptTables) {
    const { count } = await database
      .selectFrom(sql.table(name).as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    rows[name] = Number(count)
  }
  return rows
}
