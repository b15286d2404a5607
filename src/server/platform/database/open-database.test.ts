import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { until } from '#tests/support/transfers/transfers.ts'
import type { Engine } from '../../schema/engine.ts'
import type { Database } from './database.ts'
import type { OpenDatabase } from './open-database.ts'

forEachDatabase('openDatabase', ({ engine, place, emptyPlace, open }) => {
  test('makes the tables in an empty database', async () => {
    const { database, engine: opened } = await open(await emptyPlace())
    assert.equal(opened.name, engine)
    const tables = (await database.introspection.getTables()).map((table) => table.name)
    for (const name of ['transfers', 'uploads', 'mail_outbox', 'users', 'contacts', 'ml_kem_pairs']) {
      assert.ok(tables.includes(name), name)
    }
  })

  test('keeps the rows when it opens the same database again', async () => {
    const at = await place()
    const first = await open(at)
    await first.database.insertInto('day_keys').values(dayKey).execute()
    const done = await migrationsDone(first.database)
    await first.close()
    const second = await open(at)
    assert.deepEqual(await second.database.selectFrom('day_keys').selectAll().execute(), [dayKey])
    assert.equal(await migrationsDone(second.database), done)
  })

  test('lets several instances open an empty database at once', async () => {
    const at = await emptyPlace()
    const opened = await Promise.all([open(at), open(at), open(at), open(at)])
    const [done, ...others] = await Promise.all(opened.map(({ database }) => migrationsDone(database)))
    assert.ok(done !== undefined && done > 1)
    assert.deepEqual(others, [done, done, done])
  })

  test('opens tables to which a newer program has added something, and refuses them once it has removed something', async () => {
    const at = await place()
    const { database, close } = await open(at)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(
      database,
    )
    assert.deepEqual((await open(at)).steps, [])
    await database.updateTable('service').set({ needs_step: '9999-later' }).execute()
    await close()
    await assert.rejects(open(at), {
      name: 'StartRefused',
      message: /a newer release has changed them .*only releases that have 9999-later/,
    })
  })

  test('brings tables up to date beside a transaction that locks them in another order', {
    skip: engine === 'sqlite',
  }, async () => {
    const at = await emptyPlace()
    const { database } = await open({ ...at, upTo: stepsOfFirstRelease })
    let later: Promise<OpenDatabase> | undefined
    await database.transaction().execute(async (running) => {
      // PostgreSQL would undo this one, whose patience ends before that of the migration.
      await sql`set local deadlock_timeout = '500ms'`.execute(running)
      await sql`select from users`.execute(running)
      later = open(at)
      await until(async () => {
        const waiting = await sql`
          select from pg_locks where mode = 'AccessExclusiveLock' and not granted
        `.execute(running)
        return waiting.rows.length > 0
      })
      await sql`select from files`.execute(running)
    })
    assert.ok((await later)?.steps.includes('0025-groups'))
  })

  test('answers a commit only when it is durable', async () => {
    const { database } = await open()
    assert.deepEqual(await readSettings(database, durableSettings[engine]), durableSettings[engine])
  })
})

const stepsOfFirstRelease = ['0012-settings']

const dayKey = { day: '2026-11-21', kid: 'k1', sealed: new Uint8Array([1, 2, 3]) }

/** SQLite: synchronous 2 is FULL. */
const durableSettings: Record<Engine, Record<string, string>> = {
  sqlite: {
    journal_mode: 'wal',
    synchronous: '2',
    foreign_keys: '1',
    secure_delete: '1',
    busy_timeout: '0',
  },
  postgres: { synchronous_commit: 'on', statement_timeout: '30s' },
}

async function readSettings(
  database: Database,
  wanted: Record<string, string>,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const name of Object.keys(wanted)) {
    const command = sql.raw(`${'journal_mode' in wanted ? 'pragma' : 'show'} ${name}`)
    const { rows } = await sql<Record<string, unknown>>`${command}`.execute(database)
    settings[name] = String(Object.values(rows[0] ?? {})[0])
  }
  return settings
}

async function migrationsDone(database: Database): Promise<number> {
  const { rows } = await sql`select name from kysely_migration`.execute(database)
  return rows.length
}
