import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type MockTracker, test } from 'node:test'
import { sql } from 'kysely'
import type { UploadReply } from '#contract/transfers/files.ts'
import { StartRefused } from '#server/config/config.ts'
import { forgetDayKeys } from '#server/operations/backup/backup-day-keys.ts'
import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { findAlarms } from '#server/platform/observability/alarms.ts'
import { dayOf, obtainDayKey, openDayKey } from '#server/transfers/keys/day-keys.ts'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import { breakDownload } from '#tests/support/browser/pages/broken-download.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { hideRows } from '#tests/support/databases/hide-rows.ts'
import { insertTransfers, transferRow } from '#tests/support/databases/transfer-rows.ts'
import { backUp, download, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { createUpload, offsetOf, patchUpload, resultOf } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Puts blobs without a row into the store, and gives their ids. */
async function leaveBlobs({ services }: TestServer, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(16).toString('hex'))
  for (const id of ids) {
    const stage = await services.blobs.default.stage(id)
    await stage.write(randomBytes(10))
    await stage.end()
    await stage.commit()
  }
  return ids
}

async function stored({ services, clock }: TestServer): Promise<Set<string>> {
  return new Set(await Array.fromAsync(services.blobs.default.list(clock.now() + DAY)))
}

forEachDatabase('the sweep', ({ place }) => {
  test('removes no day key that a transfer needs, even when it was stopped before that ended', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const { id } = await upload(server.baseUrl, Buffer.from('still here'))
    server.clock.advance(5 * DAY)
    await createSweep(server.services)(AbortSignal.abort())
    server.clock.advance(-5 * DAY)
    assert.equal(await (await download(server, id)).text(), 'still here')
  })

  test('goes on after a broken-off download of several files whose transfer has expired', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const fields = { expiresIn: '1h', downloadLimit: '2' }
    const sent = await sendTransfer(server, randomBytes(3_000_000), { fields })
    const form = new FormData()
    form.append('file', new Blob([randomBytes(10)]), 'second.txt')
    const added = await fetch(`${server.baseUrl}/api/transfers/${sent.ref}/files`, {
      method: 'POST',
      headers: sent.headers,
      body: form,
    })
    assert.equal(added.status, 201, await added.text())
    server.clock.advance(59 * MINUTE)
    await breakDownload(await ticketUrl(server.baseUrl, sent.linkId), 1_000_000)
    server.clock.advance(2 * MINUTE)
    await server.sweep()
    const info = () => fetch(`${server.baseUrl}/api/files/info/${sent.linkId}`)
    assert.equal(await codeOf(await info(), 410), 'FILE_EXPIRED')
    server.clock.advance(DAY)
    await server.sweep()
    assert.deepEqual([...(await stored(server))], [])
    assert.equal(await codeOf(await info(), 410), 'FILE_EXPIRED')
  })

  test('removes no day key that an upload needs', async () => {
    const at = { ...(await place()), environment: keepInStore }
    await using server = await startServer(at)
    const url = await createUpload(server, 10)
    assert.equal((await patchUpload(url, 0, Buffer.alloc(5))).status, 204)
    server.clock.advance(5 * DAY)
    await createSweep(server.services)(AbortSignal.abort())
    // The next chunk comes to an instance that has not opened the key yet.
    await using other = await startServer(at)
    const { pathname } = new URL(url)
    assert.equal((await patchUpload(`${other.baseUrl}${pathname}`, 5, Buffer.alloc(5))).status, 204)
  })

  test('destroys the keys of days that are over although the store lists no stages', async ({ mock }) => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    await upload(server.baseUrl, randomBytes(10))
    const store = server.services.blobs.default
    mock.method(store, 'sweepStages', async () => {
      throw new BlobStoreFailure('The store may not be listed.')
    })
    server.clock.advance(5 * DAY)
    await assert.rejects(createSweep(server.services)(), BlobStoreFailure)
    const left = await server.services.database.selectFrom('day_keys').select('day').execute()
    assert.deepEqual(left, [])
  })

  test('removes no day key of a day to come: an upload may just have obtained it', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    for (const days of [0, 1, 40]) {
      const day = dayOf(server.clock.now() + days * DAY)
      const key = await obtainDayKey(server.services, day)
      await server.sweep()
      const left = await openDayKey(server.services, day)
      assert.ok(Buffer.from(key).equals(left))
    }
  })

  test('removes nothing when more than a tenth of a store is unknown, and raises an alarm', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    await upload(server.baseUrl, randomBytes(10))
    const left = await leaveBlobs(server, 25)
    await server.sweep()
    server.clock.advance(6 * MINUTE)
    await server.sweep()
    assert.equal((await stored(server)).size, 26)
    assert.deepEqual(await findAlarms(server.services), ['orphans'])
    for (const id of left.slice(0, 10)) await server.services.blobs.default.remove(id)
    server.clock.advance(6 * MINUTE)
    await server.sweep()
    assert.equal((await stored(server)).size, 1)
    assert.deepEqual(await findAlarms(server.services), [])
  })

  test('removes blobs without a row although one of them cannot be removed', async ({ mock }) => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const [stuck = ''] = (await leaveBlobs(server, 3)).toSorted()
    await server.sweep()
    server.clock.advance(6 * MINUTE)
    const store = server.services.blobs.default
    const remove = store.remove.bind(store)
    mock.method(store, 'remove', async (id: string) => {
      if (id === stuck) throw new BlobStoreFailure('The disk store could not remove: EIO.')
      await remove(id)
    })
    await server.sweep()
    assert.deepEqual([...(await stored(server))], [stuck])
    mock.restoreAll()
    server.clock.advance(6 * MINUTE)
    await server.sweep()
    assert.deepEqual([...(await stored(server))], [])
  })

  test('keeps a blob that gets its row at the last moment', async ({ mock }) => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const ids = await leaveBlobs(server, 2)
    await server.sweep()
    server.clock.advance(6 * MINUTE)
    const store = server.services.blobs.default
    const remove = store.remove.bind(store)
    const [row = ''] = ids.toReversed()
    let late: string | undefined
    mock.method(store, 'remove', async (id: string) => {
      late ??= ids.find((other) => other !== id) ?? row
      const blob = { id: late, store: store.name, size: 10, created_at: 1, damaged_at: null }
      await server.services.database
        .insertInto('blobs')
        .values(blob)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await remove(id)
    })
    await server.sweep()
    assert.deepEqual([...(await stored(server))], [late])
  })
})

forEachDatabase(
  'an instance that stood still after a blob was durable, until the sweep removed that',
  ({ place }) => {
    async function startAndStandStill(mock: MockTracker) {
      const at = await place()
      const server = await startServer({ ...at, environment: keepInStore })
      const store = server.services.blobs.default
      const stage = store.stage.bind(store)
      let times = 0
      mock.method(store, 'stage', async (id: string) => {
        const opened = await stage(id)
        async function commit() {
          await opened.commit()
          times += 1
          if (times > 1) return
          await server.sweep()
          server.clock.advance(6 * MINUTE)
          await server.sweep()
          assert.equal((await stored(server)).size, 0)
        }
        return { ...opened, commit }
      })
      return server
    }

    test('acknowledges no form, and the same form then succeeds', async ({ mock }) => {
      await using server = await startAndStandStill(mock)
      const form = new FormData()
      form.append('file', new Blob(['whole']), 'file.bin')
      const send = () => fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', body: form })
      assert.equal(await codeOf(await send(), 503), 'STORAGE_UNAVAILABLE')
      const again: UploadReply = JSON.parse(await (await send()).text())
      assert.equal(await (await download(server, again.file.id)).text(), 'whole')
      const { database } = server.services
      assert.equal((await database.selectFrom('transfers').select('id').execute()).length, 1)
    })

    test('acknowledges no chunk of a resumable upload, which goes on where it was', async ({ mock }) => {
      await using server = await startAndStandStill(mock)
      const url = await createUpload(server, 5)
      assert.equal((await patchUpload(url, 0, Buffer.from('whole'))).status, 503)
      assert.equal(await offsetOf(url), 0)
      assert.equal((await patchUpload(url, 0, Buffer.from('whole'))).status, 204)
      const { file } = await resultOf(server, url)
      assert.equal(await (await download(server, file.id)).text(), 'whole')
    })
  },
)

forEachDatabase('a store', ({ place, emptyPlace }) => {
  test('of another service stops the start, because its blobs would be taken for orphans', async () => {
    const at = await place()
    {
      await using server = await startServer({ ...at, environment: keepInStore })
      await upload(server.baseUrl, randomBytes(10))
    }
    const other = await emptyWithKeys(emptyPlace, at)
    await cp(join(at.dataDir, 'blobs'), join(other.dataDir, 'blobs'), { recursive: true })
    await assert.rejects(
      startServer({ ...other, environment: keepInStore }).then((server) => server[Symbol.asyncDispose]()),
      (error) => error instanceof StartRefused && /belongs to another service/.test(error.message),
    )
  })
})

onSqlite('the sweep of very many blobs', ({ place }) => {
  test('removes what has ended also where that is more blobs than one statement can name', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const { database } = server.services
    const transfer = transferRow({ created_at: server.clock.now(), expires_at: server.clock.now() + MINUTE })
    await insertTransfers(database, [transfer])
    const { id } = await database.selectFrom('files').select('id').executeTakeFirstOrThrow()
    const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 33000)`
    await sql`insert into blobs (id, store, size, created_at) ${numbers}
      select cast(${id} as text) || n, 'database', 1, 1 from numbers`.execute(database)
    await sql`insert into segments (file_id, part, position, blob_id, size) ${numbers}
      select ${id}, 'content', n, cast(${id} as text) || n, 1 from numbers`.execute(database)
    server.clock.advance(2 * MINUTE)
    await server.sweep()
    assert.deepEqual(await database.selectFrom('blobs').select('id').limit(1).execute(), [])
  })
})

onSqlite('a damaged database', ({ place }) => {
  for (const hidden of [['blobs', 'day_keys'], ['files']]) {
    test(`loses no blob, no key beside its backups and none of these because it shows no row of ${hidden.join(' and ')}`, async () => {
      const at = await place()
      const environment = { ...keepInStore, EXPIRY_OPTIONS: '3d' }
      {
        await using server = await startServer({ ...at, environment })
        await upload(server.baseUrl, randomBytes(10))
        const url = await createUpload(server, 10)
        await patchUpload(url, 0, randomBytes(10))
        await resultOf(server, url)
      }
      const backup = await backUp(at)
      const keys = join(backup, '..', 'keys')
      const keysBefore = await readdir(keys)
      assert.notEqual(keysBefore.length, 0)
      const indexes = hidden.map((table) => `sqlite_autoindex_${table}_1`)
      hideRows(at.dataDir, indexes)
      {
        await using server = await startServer({ ...at, environment })
        await server.sweep()
        // The memory of how the second one came is over, the transfers are not.
        server.clock.advance(1.5 * DAY)
        await server.sweep()
        assert.equal((await stored(server)).size, 2)
        await forgetDayKeys(server.services)
        assert.deepEqual(await readdir(keys), keysBefore)
      }
      const { code, answer } = await runForScript(['backup', '--keep', '1'], { place: at, environment })
      assert.equal(code, 4)
      assert.equal(answer.isDatabaseSound, false)
      assert.ok((await readdir(join(backup, '..'))).includes(basename(backup)))
    })
  }
})
