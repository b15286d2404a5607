import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { migrate } from '../migrate.ts'
import { transact } from '../transact.ts'
import { openSqlite } from './open-sqlite.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-groups-'))
})
after(() => rm(folder, { recursive: true }))

/** Opens the file of this name, and reads it from outside: another connection sees only what is committed. */
async function open(name: string) {
  const path = join(folder, name)
  const database = await openSqlite(path)
  await migrate(database, 'sqlite')
  const outside = new DatabaseSync(path)
  const names = () =>
    outside
      .prepare('select name from jobs order by name')
      .all()
      .map(({ name }) => String(name))
  async function close() {
    outside.close()
    await database.destroy()
  }
  return { path, database, names, close }
}

function insert(database: Database, name: string) {
  return database.insertInto('jobs').values({ name, began_at: 1 }).execute()
}

test('anyone who has an answer is committed, and whatever is written at the same time', async () => {
  const { database, names, close } = await open('together')
  const seen: string[][] = []
  const writing = ['a', 'b', 'c', 'd'].map(async (name, index) => {
    if (index % 2 === 0) await insert(database, name)
    else await transact(database, (transaction) => insert(transaction, name))
    seen.push(names())
  })
  assert.deepEqual(names(), [])
  await Promise.all(writing)
  assert.deepEqual(seen, Array(4).fill(['a', 'b', 'c', 'd']))
  await close()
})

test('nobody reads what is not committed', async () => {
  const { database, names, close } = await open('unread')
  const writing = insert(database, 'a')
  const rows = await database.selectFrom('jobs').select('name').execute()
  assert.deepEqual(
    rows.map(({ name }) => name),
    names(),
  )
  await writing
  await close()
})

test('what fails alone is undone alone', async () => {
  const { database, names, close } = await open('alone')
  const failed = new Error('on purpose')
  const results = await Promise.allSettled([
    transact(database, (transaction) => insert(transaction, 'a')),
    transact(database, async (transaction) => {
      await insert(transaction, 'b')
      throw failed
    }),
    insert(database, 'a'),
    transact(database, (transaction) => insert(transaction, 'c')),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(names(), ['a', 'c'])
  await close()
})

test('a failure that undoes everything is no lasting one for those who wrote beside it', async () => {
  const { database, names, close } = await open('full')
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 4)}`.execute(database)
  const results = await Promise.allSettled([
    transact(database, (transaction) => insert(transaction, 'a')),
    transact(database, (transaction) => insert(transaction, 'x'.repeat(100_000))),
    transact(database, (transaction) => insert(transaction, 'b')),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(names(), ['a', 'b'])
  await insert(database, 'c')
  assert.deepEqual(names(), ['a', 'b', 'c'])
  await close()
})

test('a transaction that takes its time is committed when it ends, and others have their turn then', async () => {
  const { database, names, close } = await open('long')
  const held = Promise.withResolvers<void>()
  const first = insert(database, 'a')
  const long = transact(database, async (transaction) => {
    await insert(transaction, 'b')
    await held.promise
  })
  const turns = Promise.withResolvers<void>()
  setImmediate(() => setImmediate(turns.resolve))
  await turns.promise
  const late = insert(database, 'c')
  assert.deepEqual(names(), [])
  held.resolve()
  await Promise.all([first, long, late])
  assert.deepEqual(names(), ['a', 'b', 'c'])
  await close()
})

test('those who have waited for another process are committed together', async () => {
  const { path, database, names, close } = await open('waiting')
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  const all = Array.from({ length: 12 }, (_, number) => `job ${number}`).toSorted()
  const seen: string[][] = []
  const writing = all.map(async (name, index) => {
    if (index % 2 === 0) await insert(database, name)
    else await transact(database, (transaction) => insert(transaction, name))
    seen.push(names())
  })
  const turns = Promise.withResolvers<void>()
  setImmediate(() => setImmediate(turns.resolve))
  await turns.promise
  assert.deepEqual(seen, [])
  other.exec('rollback')
  other.close()
  await Promise.all(writing)
  assert.deepEqual(seen, Array(all.length).fill(all))
  await close()
})
