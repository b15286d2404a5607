import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createPostgresDatabase } from '#tests/support/databases/databases.ts'
import { insertTransfers, transferRow } from '#tests/support/databases/transfer-rows.ts'
import { openDatabase } from '../open-database.ts'
import { candidatesOf } from '../search.ts'
import { openPostgres } from './open-postgres.ts'

let url: string
let drop: () => Promise<void>
before(async () => {
  const created = await createPostgresDatabase('with tables')
  url = created.url
  drop = created.drop
})
after(() => drop())

test('names the place but not the password when the server refuses', async () => {
  const wrong = new URL(url)
  wrong.password = 'hunter2-hunter2'
  await assert.rejects(openPostgres(wrong.href, assert.ifError), (error) => {
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'StartRefused')
    const place = `${wrong.host}${wrong.pathname}`
    const refusal = 'password authentication failed for user "postgres".'
    assert.ok(
      error.message.startsWith(`PostgreSQL at ${place} cannot be reached: ${refusal} `),
      error.message,
    )
    assert.ok(!everythingIn(error).includes('hunter2'))
    return true
  })
})

test('says in a sentence that nobody answers', async () => {
  await assert.rejects(openPostgres('postgresql://user:hunter2@localhost:1/files', assert.ifError), {
    name: 'StartRefused',
    message:
      /^PostgreSQL at localhost:1\/files cannot be reached: .*ECONNREFUSED.*\. See whether it answers: /,
  })
})

for (const password of ['1#hunter2', '1/hunter2', '1?hunter2']) {
  test(`says nothing of a password that is not encoded, ${password}`, async () => {
    await assert.rejects(
      openPostgres(`postgresql://user:${password}@localhost:1/files`, assert.ifError),
      (error) => {
        assert.ok(error instanceof Error)
        assert.match(error.message, /percent-encoded/)
        assert.ok(!everythingIn(error).includes('hunter2'))
        return true
      },
    )
  })
}

test('reports an idle connection that breaks and goes on with a new one', async () => {
  const broken = Promise.withResolvers<Error>()
  const database = await openPostgres(url, broken.resolve)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
  const other = await openPostgres(url, assert.ifError)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other)
  assert.match((await broken.promise).message, /terminat/)
  assert.deepEqual((await sql`select 1 as one`.execute(database)).rows, [{ one: 1 }])
  await other.destroy()
  await database.destroy()
})

test('asks a server that is silent whether it is still there', async (t) => {
  const asking = t.mock.method(Socket.prototype, 'setKeepAlive')
  const database = await openPostgres(url, assert.ifError)
  await sql`select 1`.execute(database)
  assert.deepEqual(
    asking.mock.calls.map((call) => call.arguments),
    [[true, 10_000]],
  )
  await database.destroy()
})

test('refuses to hand out a number that JavaScript cannot hold', async () => {
  const database = await openPostgres(url, assert.ifError)
  await assert.rejects(sql`select 9007199254740993::bigint as number`.execute(database), RangeError)
  await database.destroy()
})

test('makes the tables for a role that may not create extensions, and searches work without', async () => {
  const { url: empty, drop: dropEmpty } = await createPostgresDatabase('empty')
  const owner = await openPostgres(empty, assert.ifError)
  const role = `narrow_${Date.now()}`
  await sql.raw(`create role ${role} login password 'narrow'`).execute(owner)
  await sql.raw(`grant create, usage on schema public to ${role}`).execute(owner)
  const narrow = Object.assign(new URL(empty), { username: role, password: 'narrow' })
  const { database, close } = await openDatabase({ url: narrow.href, dataDir: '', onError: assert.ifError })
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(database)
  assert.deepEqual(rows, [])
  await insertTransfers(database, [transferRow({ name: 'a report.pdf' })])
  const found = database.selectFrom(candidatesOf('postgres', 'transfers', 'report')).select('created_at')
  assert.deepEqual(await found.execute(), [{ created_at: 1 }])
  await close()
  await sql.raw(`drop owned by ${role}`).execute(owner)
  await sql.raw(`drop role ${role}`).execute(owner)
  await owner.destroy()
  await dropEmpty()
})

/** All text a log could print of an error. */
function everythingIn(error: Error): string {
  return `${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String(error.cause)}`
}
