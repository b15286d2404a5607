import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { type DatabasePlace, forEachDatabaseAtOnce } from '#tests/support/databases/databases.ts'
import { watchOtherCallers } from '#tests/support/server/other-callers.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { newBucket } from '#tests/support/services/real-bucket.ts'
import {
  beginPatch,
  createUpload,
  offsetOf,
  patchUpload,
  resultOf,
} from '#tests/support/transfers/resumable-uploads.ts'
import { ticketUrl } from '#tests/support/transfers/transfers.ts'

const SECOND = 1_000
const MIB = 1024 * 1024
/** The lock of an upload falls after 30 seconds, and a transaction that stands still before. */
const takenOver = 90 * SECOND

type Instance = Awaited<ReturnType<typeof startInstance>>

forEachDatabaseAtOnce('an instance that stands still while it holds an upload', ({ engine, place }) => {
  // On SQLite both are on one machine, and its write lock is nobody's while one of them stands still.
  if (engine === 'sqlite') return

  for (const store of ['folder', 'S3'])
    test(`settles nothing when it goes on, once another has taken over: ${store}`, async (context) => {
      const at = await place()
      const stored = store === 'S3' ? await newBucket() : {}
      const one = await startInstance(context, at, stored)
      const other = await startInstance(context, at, stored)
      const callers = watchOtherCallers(other.baseUrl, ['/api/config'])
      const bytes = randomBytes(20 * MIB)
      const path = new URL(await createUpload(one, bytes.length)).pathname
      const sending = beginPatch(one.baseUrl + path, 0)
      await sending.write(bytes.subarray(0, 10 * MIB))
      await within(async () => (await received(at)) > 0)
      one.child.kill('SIGSTOP')
      const kept = await offsetOf(other.baseUrl + path)
      assert.ok(kept > 0 && kept <= 10 * MIB, String(kept))
      await takeOver(other, path, kept, bytes)
      one.child.kill('SIGCONT')
      await sending.write(bytes.subarray(10 * MIB))
      sending.end()
      const late = await sending.answered
      assert.ok([0, 400, 409, 423, 503].includes(late), String(late))
      await isOneFile(at, stored, [one, other], path, bytes)
      await stayedWell(context, [one, other], callers)
    })

  test('within the transaction that settles it leaves the rows to another, and settles nothing', async (context) => {
    const at = await place()
    const one = await startInstance(context, at, {})
    const other = await startInstance(context, at, {})
    const callers = watchOtherCallers(other.baseUrl, ['/api/config'])
    const bytes = randomBytes(MIB)
    const path = new URL(await createUpload(one, bytes.length)).pathname
    const sending = beginPatch(one.baseUrl + path, 0)
    await sending.write(bytes.subarray(0, 1000))
    const holder = new Client({ connectionString: at.url })
    await holder.connect()
    context.after(() => holder.end())
    await within(async () => (await holder.query('select name from locks')).rowCount === 1)
    await holder.query('begin')
    await holder.query('select name from locks for update')
    await sending.write(bytes.subarray(1000))
    sending.end()
    // Its transaction waits for the row, with others that it holds already.
    await within(async () => (await countWaiting(holder)) > 0)
    one.child.kill('SIGSTOP')
    await holder.query('rollback')
    await takeOver(other, path, await receivedBy(holder), bytes)
    one.child.kill('SIGCONT')
    // It finds the upload stored, by the other, and may say so.
    const late = await sending.answered
    assert.ok([0, 204, 400, 409, 423, 503].includes(late), String(late))
    await isOneFile(at, {}, [one, other], path, bytes)
    await stayedWell(context, [one, other], callers)
  })
})

async function startInstance(context: TestContext, at: DatabasePlace, stored: Record<string, string>) {
  const server = await startServerProcess(at.dataDir, {
    ...stored,
    ...(at.url === undefined ? {} : { DATABASE_URL: at.url }),
    LOG_LEVEL: 'error',
  })
  context.after(async () => {
    server.child.kill('SIGCONT')
    server.child.kill()
    await server.exited
  })
  return { ...server, client: createClient({ baseUrl: server.baseUrl, schemas: endpoints }) }
}

/** Sends the rest to another instance, as a client does that comes back until it is taken. */
async function takeOver({ baseUrl }: Instance, path: string, offset: number, bytes: Buffer): Promise<void> {
  const statuses: number[] = []
  await within(async () => {
    const { status } = await patchUpload(baseUrl + path, offset, bytes.subarray(offset))
    statuses.push(status)
    return status === 204
  })
  for (const status of statuses) assert.ok([204, 423, 503].includes(status), String(status))
}

/** The upload has become one file, which both serve, and the store holds nothing else. */
async function isOneFile(
  at: DatabasePlace,
  stored: Record<string, string>,
  both: readonly Instance[],
  path: string,
  bytes: Buffer,
): Promise<void> {
  const ids = new Set<string>()
  for (const server of both) {
    const { file } = await resultOf(server, server.baseUrl + path)
    ids.add(file.id)
    const response = await fetch(await ticketUrl(server.baseUrl, file.id))
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
  }
  assert.equal(ids.size, 1)
  await using watch = await startServer({ ...at, environment: stored })
  const { database, blobs } = watch.services
  assert.equal((await database.selectFrom('transfers').select('id').execute()).length, 1)
  const rows = await database.selectFrom('blobs').select('id').execute()
  const listed = await Array.fromAsync(blobs.default.list(Date.now() + 60 * SECOND))
  assert.deepEqual(listed.toSorted(), rows.map(({ id }) => id).toSorted())
}

async function stayedWell(
  context: TestContext,
  servers: readonly Instance[],
  callers: ReturnType<typeof watchOtherCallers>,
): Promise<void> {
  const { statuses, slow } = await callers.stop()
  assert.deepEqual(statuses, [200])
  atMost(context, 'others waited', slow, SECOND, 'ms')
  for (const { child, output } of servers) {
    assert.doesNotMatch(output(), /INTERNAL_ERROR/)
    assert.equal(child.exitCode, null)
  }
}

async function received(at: DatabasePlace): Promise<number> {
  const client = new Client({ connectionString: at.url })
  await client.connect()
  try {
    return await receivedBy(client)
  } finally {
    await client.end()
  }
}

async function receivedBy(client: Client): Promise<number> {
  const { rows } = await client.query('select received from uploads')
  return Number(rows[0]?.received)
}

/** How many sessions of this database wait for a row of another. */
async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query(
    "select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return Number(rows[0]?.count)
}

async function within(ready: () => Promise<boolean>): Promise<void> {
  const giveUp = AbortSignal.timeout(takenOver)
  while (!(await ready())) {
    giveUp.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
