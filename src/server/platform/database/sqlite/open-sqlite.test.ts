import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../migrate.ts'
import { openSqlite } from './open-sqlite.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-sqlite-'))
})
after(() => rm(folder, { recursive: true }))

test('makes files that only their owner may read', async () => {
  const before = process.umask(0)
  try {
    const database = await openSqlite(join(folder, 'private'))
    await migrate(database, 'sqlite')
    const names = (await readdir(folder)).filter((name) => name.startsWith('private')).toSorted()
    assert.deepEqual(names, ['private', 'private-shm', 'private-wal'])
    for (const name of names) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
    await database.destroy()
  } finally {
    process.umask(before)
  }
})

test('works in memory', async () => {
  const database = await openSqlite(':memory:')
  await migrate(database, 'sqlite')
  assert.deepEqual(await database.selectFrom('files').selectAll().execute(), [])
  await database.destroy()
})

test('says in a sentence why a file cannot be opened', async () => {
  const text = join(folder, 'text')
  await writeFile(text, 'This is a letter, not a database.'.repeat(100))
  await assert.rejects(openSqlite(text), {
    name: 'StartRefused',
    message: `The database file ${text} cannot be opened: file is not a database.`,
  })
  const missing = join(folder, 'missing', 'file')
  await assert.rejects(openSqlite(missing), { name: 'StartRefused', message: /cannot be opened: ENOENT/ })
  const directory = join(folder, 'directory')
  await mkdir(directory)
  await assert.rejects(openSqlite(directory), {
    name: 'StartRefused',
    message: /cannot be opened: unable to open/,
  })
})

test('leaves no trace of deleted rows in its file', async () => {
  const path = join(folder, 'traces')
  const marker = 'a secret that was sealed'
  const database = await openSqlite(path)
  await migrate(database, 'sqlite')
  await database
    .insertInto('day_keys')
    .values({ day: '1', kid: 'k', sealed: Buffer.from(marker) })
    .execute()
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
  assert.ok((await readFile(path)).includes(marker))
  await database.deleteFrom('day_keys').execute()
  await database.destroy()
  assert.ok(!(await readFile(path)).includes(marker))
})

test('waits for another process before it migrates', async () => {
  const path = join(folder, 'waiting')
  const holder = new DatabaseSync(path)
  holder.exec('pragma journal_mode = wal; begin immediate')
  const database = await openSqlite(path)
  const migrating = migrate(database, 'sqlite')
  await once(spawn(process.execPath, ['--version'], { stdio: 'ignore' }), 'exit')
  holder.exec('commit')
  holder.close()
  await migrating
  assert.deepEqual(await database.selectFrom('files').selectAll().execute(), [])
  await database.destroy()
})

test('takes the write lock when a transaction begins', async () => {
  const path = join(folder, 'locking')
  const database = await openSqlite(path)
  await migrate(database, 'sqlite')
  const other = new DatabaseSync(path)
  await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('jobs').selectAll().execute()
    assert.throws(() => other.exec("insert into jobs values ('a', 1)"), /locked/)
    await transaction.insertInto('jobs').values({ name: 'a', began_at: 1 }).execute()
  })
  other.close()
  await database.destroy()
})

test('reads statements as they are after any number of others', async () => {
  const database = await openSqlite(':memory:')
  for (let number = 0; number < 500; number += 1) {
    const { rows } = await sql<{ read: number }>`select ${sql.lit(number)} + ${1} as read`.execute(database)
    assert.deepEqual(rows, [{ read: number + 1 }])
  }
  await sql`create table notes (text text) strict`.execute(database)
  const all = sql`select * from notes`
  assert.deepEqual((await all.execute(database)).rows, [])
  await sql`insert into notes values ('a')`.execute(database)
  await sql`alter table notes add column more text`.execute(database)
  assert.deepEqual((await all.execute(database)).rows, [{ text: 'a', more: null }])
  await database.destroy()
})

test('streams rows, and works on when a stream is left early', async () => {
  const database = await openSqlite(':memory:')
  await migrate(database, 'sqlite')
  const rows = Array.from({ length: 5 }, (_, number) => ({
    name: String(number),
    began_at: number,
  }))
  await database.insertInto('jobs').values(rows).execute()
  const query = database.selectFrom('jobs').selectAll().orderBy('name')
  for await (const row of query.stream()) {
    assert.deepEqual(row, rows[0])
    break
  }
  assert.deepEqual(await query.execute(), rows)
  await database.deleteFrom('jobs').execute()
  await database.destroy()
})
