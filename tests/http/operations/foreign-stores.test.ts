import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { blobIdLength } from '#crypto/content/blob-header.ts'
import { newId } from '#crypto/random-id.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { startS3Stub } from '#tests/support/services/s3-stub.ts'
import { ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const refusal = {
  name: 'StartRefused',
  message: /^The store "disk" belongs to another service than the database, or to an unknown one\. Check /,
}

/** Puts blobs into the store that no row names, and gives their ids. */
async function storeUnknown(
  { services: { blobs } }: TestServer,
  count: number,
  store = blobs.default,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(blobIdLength).toString('hex'))
  for (const id of ids) {
    const stage = await store.stage(id)
    await stage.write(randomBytes(10))
    await stage.end()
    await stage.commit()
  }
  return ids
}

async function blobsOf({ services: { blobs } }: TestServer): Promise<string[]> {
  return (await Array.fromAsync(blobs.default.list(Number.POSITIVE_INFINITY))).toSorted()
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

async function alarmsOf({ services: { database } }: TestServer): Promise<string[]> {
  return (await database.selectFrom('alarms').select('name').execute()).map(({ name }) => name)
}

forEachDatabase('a service', ({ place, emptyPlace, engine }) => {
  async function fill(at: DatabasePlace): Promise<string> {
    await using server = await startServer({ ...at, environment: keepInStore })
    return (await upload(server.baseUrl, Buffer.from('still here'))).id
  }

  for (const [what, prepare] of [
    ['whose database is lost', async (_blobs: string) => {}],
    ['whose database and store identity are lost', (blobs: string) => rm(join(blobs, 'identity'))],
  ] as const) {
    test(`${what} does not start with an empty one, and its blobs stay`, async () => {
      const at = await place()
      const id = await fill(at)
      const blobs = join(at.dataDir, 'blobs')
      await prepare(blobs)
      const before = await filesIn(blobs)
      assert.ok(before.length > 0)
      const database = join(at.dataDir, 'restante.sqlite')
      const lost = `${at.dataDir}.lost`
      if (engine === 'sqlite') {
        await mkdir(lost)
        for (const end of ['', '-wal', '-shm'])
          await rename(database + end, join(lost, `restante.sqlite${end}`)).catch(() => {})
      }
      const empty = { dataDir: at.dataDir, url: (await emptyPlace()).url }
      await assert.rejects(startServer({ ...empty, environment: keepInStore }), refusal)
      assert.deepEqual(await filesIn(blobs), before)
      if (engine === 'sqlite') {
        for (const end of ['', '-wal', '-shm']) {
          await rm(database + end, { force: true })
          await rename(join(lost, `restante.sqlite${end}`), database + end).catch(() => {})
        }
        await rm(lost, { recursive: true })
      }
      if (what.includes('identity')) return
      await using server = await startServer({ ...at, environment: keepInStore })
      assert.equal(await (await fetch(await ticketUrl(server.baseUrl, id))).text(), 'still here')
    })
  }

  test('does not start with the store of another one, and removes nothing of it', async () => {
    const [one, other] = [await place(), await place()]
    await fill(one)
    await fill(other)
    await rename(join(one.dataDir, 'blobs'), join(one.dataDir, 'own'))
    await rename(join(other.dataDir, 'blobs'), join(one.dataDir, 'blobs'))
    // Databases of the tests may be copies of one, with its identity.
    await writeFile(join(one.dataDir, 'blobs', 'identity'), newId())
    const before = await filesIn(join(one.dataDir, 'blobs'))
    await assert.rejects(startServer({ ...one, environment: keepInStore }), refusal)
    assert.deepEqual(await filesIn(join(one.dataDir, 'blobs')), before)
  })

  test('removes nothing and raises an alarm when more than a tenth of its store is unknown', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    await upload(server.baseUrl, randomBytes(10))
    const unknown = await storeUnknown(server, 21)
    const all = await blobsOf(server)
    for (let round = 0; round < 4; round += 1) {
      server.clock.advance(6 * MINUTE)
      await server.sweep()
    }
    assert.deepEqual(await blobsOf(server), all)
    assert.deepEqual(await alarmsOf(server), ['orphans'])
    // Once an operator has looked at it, so few are left that they go, and the alarm with them.
    for (const id of unknown.slice(0, 11)) await server.services.blobs.default.remove(id)
    server.clock.advance(6 * MINUTE)
    await server.sweep()
    assert.equal((await blobsOf(server)).length, 1)
    assert.deepEqual(await alarmsOf(server), [])
  })

  test('raises that alarm for each of its stores, whatever is in the others', async () => {
    await using stub = await startS3Stub()
    const { bucket, endpoint, accessKeyId, secretAccessKey } = stub.settings
    const at = await place()
    await mkdir(join(at.dataDir, 'blobs'), { recursive: true })
    const environment = {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    await using server = await startServer({ ...at, environment })
    const stores = server.services.blobs.all
    assert.deepEqual(
      stores.map(({ name }) => name),
      ['s3', 'disk'],
    )
    async function sweepTwice() {
      for (let round = 0; round < 2; round += 1) {
        server.clock.advance(6 * MINUTE)
        await server.sweep()
      }
    }
    for (const store of stores) {
      const unknown = await storeUnknown(server, 21, store)
      await sweepTwice()
      assert.deepEqual(await alarmsOf(server), ['orphans'])
      for (const id of unknown) await store.remove(id)
      await sweepTwice()
      assert.deepEqual(await alarmsOf(server), [])
    }
  })

  test('removes a blob without a row after two sightings, five minutes apart, also across a restart', async () => {
    const at = await place()
    let unknown: string[] = []
    {
      await using server = await startServer({ ...at, environment: keepInStore })
      await upload(server.baseUrl, randomBytes(10))
      unknown = await storeUnknown(server, 2)
      server.clock.advance(MINUTE)
      await server.sweep()
      assert.equal((await blobsOf(server)).length, 3)
    }
    {
      await using server = await startServer({ ...at, environment: keepInStore })
      server.clock.advance(5 * MINUTE)
      await server.sweep()
      assert.equal((await blobsOf(server)).length, 3)
    }
    await using server = await startServer({ ...at, environment: keepInStore })
    server.clock.advance(7 * MINUTE)
    await server.sweep()
    const left = await blobsOf(server)
    assert.equal(left.length, 1)
    for (const id of unknown) assert.ok(!left.includes(id))
    assert.deepEqual(await alarmsOf(server), [])
    // What was removed is remembered for a month, so that no row comes to name it.
    server.clock.advance(31 * 24 * 60 * MINUTE)
    await server.sweep()
    assert.deepEqual(await server.services.database.selectFrom('orphans').selectAll().execute(), [])
  })
})
