import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../open-database.ts'

let dataDir: string
let opened: Awaited<ReturnType<typeof openDatabase>>
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'restante-slow-reads-'))
  opened = await openDatabase({ url: undefined, dataDir, onError: assert.ifError })
})
after(async () => {
  await opened.close()
  await rm(dataDir, { recursive: true })
})

/** Counts so far, which takes SQLite about a second. */
const slow = sql<{ last: number }>`
  with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 5000000)
  select max(number) as last from numbers`

test('others are answered while a read takes long', async () => {
  const { database, engine } = opened
  const order: string[] = []
  const reading = slow.execute(engine.slowReads).then(({ rows }) => {
    order.push('slow')
    return rows
  })
  await database.insertInto('jobs').values({ name: 'quick', began_at: 1 }).execute()
  await database.selectFrom('jobs').selectAll().execute()
  order.push('quick')
  assert.deepEqual(await reading, [{ last: 5_000_000 }])
  assert.deepEqual(order, ['quick', 'slow'])
})

test('a read sees what was committed before it, and bytes and numbers as they are', async () => {
  const { database, engine } = opened
  const bytes = Buffer.from([0, 1, 255])
  await database.insertInto('day_keys').values({ day: '1', kid: 'k', sealed: bytes }).execute()
  const [row] = await engine.slowReads.selectFrom('day_keys').selectAll().where('day', '=', '1').execute()
  assert.deepEqual({ ...row, sealed: Buffer.from(row?.sealed ?? []) }, { day: '1', kid: 'k', sealed: bytes })
  const { rows } = await sql`select 7 / ${2} as whole, ${null} as missing`.execute(engine.slowReads)
  assert.deepEqual(rows, [{ whole: 3, missing: null }])
})

test('thousands of rows come in their order', async () => {
  const numbers = sql<{ number: number }>`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 3210)
    select number from numbers`
  const { rows } = await numbers.execute(opened.engine.slowReads)
  assert.deepEqual(
    rows.map(({ number }) => number),
    Array.from({ length: 3210 }, (_, index) => index + 1),
  )
})

test('nothing is written there, and a failure is that of its query alone', async () => {
  const { engine } = opened
  const writing = engine.slowReads.insertInto('jobs').values({ name: 'never', began_at: 1 }).execute()
  const wrong = sql`select * from no_such_table`.execute(engine.slowReads)
  const right = sql<{ one: number }>`select 1 as one`.execute(engine.slowReads)
  await assert.rejects(writing, { name: 'DatabaseUnavailable' })
  await assert.rejects(wrong, /no such table/)
  assert.deepEqual((await right).rows, [{ one: 1 }])
})
