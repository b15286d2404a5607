import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createBlobStores } from '#server/platform/blobs/blob-stores.ts'
import { recordDelivery } from '#server/transfers/download/deliveries/record-delivery.ts'
import { findLiveLink } from '#server/transfers/links/find-live-link.ts'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, sendForm, until, upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 3_600_000

async function ticketOf({ client }: TestServer, id: string, password?: string): Promise<string> {
  const { url } = await client.call('downloadTicket', { params: { id }, body: password ? { password } : {} })
  return url
}

async function countOf({ client }: TestServer, id: string): Promise<number> {
  return (await client.call('fileInfo', { params: { id } })).file.downloadCount
}

forEachDatabase('a transfer', ({ place }) => {
  for (const size of [0, 1, 16_384, 1_000_003]) {
    test(`${size} bytes come back as they went in, counted once`, async () => {
      await using server = await startServer(await place())
      const bytes = randomBytes(size)
      const file = await upload(server.baseUrl, bytes, { description: 'Grüße aus Łódź' }, 'Straße Ελλ.bin')
      assert.equal(file.size, size)
      const info = (await server.client.call('fileInfo', { params: { id: file.id } })).file
      assert.equal(info.filename, 'Straße Ελλ.bin')
      assert.equal(info.description, 'Grüße aus Łódź')
      assert.equal(info.passwordProtected, false)
      const response = await fetch(server.baseUrl + (await ticketOf(server, file.id)))
      assert.equal(response.headers.get('content-length'), String(size))
      assert.match(
        response.headers.get('content-disposition') ?? '',
        /^attachment; filename.*filename\*=UTF-8''Stra%C3%9Fe/,
      )
      assert.equal(response.headers.get('content-type'), 'application/octet-stream')
      assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.equal(response.headers.get('cache-control'), 'private, no-store, no-transform')
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
      await until(async () => (await countOf(server, file.id)) === 1)
    })
  }

  test('a password sent after the bytes protects the file', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(50_000)
    const sent = await sendForm(server.baseUrl, [
      { name: 'file', bytes, filename: 'a.bin' },
      { name: 'password', value: 'Übermut' },
      { name: 'expiresIn', value: '1h' },
    ])
    const { file } = JSON.parse(await sent.text())
    const url = `${server.baseUrl}/api/download/${file.id}`
    assert.equal(await codeOf(await fetch(`${url}/file`), 401), 'PASSWORD_REQUIRED')
    assert.equal(await codeOf(await fetch(`${url}/file?password=wrong`), 403), 'INVALID_FILE_PASSWORD')
    await assert.rejects(ticketOf(server, file.id, 'wrong'), { code: 'INVALID_FILE_PASSWORD' })
    const response = await fetch(server.baseUrl + (await ticketOf(server, file.id, 'Übermut')))
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  })

  test('ranges are served, and a resumed download counts once', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(100_000)
    const file = await upload(server.baseUrl, bytes)
    const url = server.baseUrl + (await ticketOf(server, file.id))
    async function range(header: string, etag?: string) {
      return fetch(url, { headers: { range: header, ...(etag ? { 'if-range': etag } : {}) } })
    }
    const first = await range('bytes=0-39999')
    assert.equal(first.status, 206)
    assert.equal(first.headers.get('content-range'), 'bytes 0-39999/100000')
    assert.deepEqual(Buffer.from(await first.arrayBuffer()), bytes.subarray(0, 40_000))
    const suffix = await range('bytes=-10')
    assert.deepEqual(Buffer.from(await suffix.arrayBuffer()), bytes.subarray(-10))
    const beyond = await range('bytes=100000-')
    assert.equal(beyond.headers.get('content-range'), 'bytes */100000')
    assert.equal(await codeOf(beyond, 416), 'RANGE_NOT_SATISFIABLE')
    const head = await fetch(url, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), '100000')
    assert.equal(await countOf(server, file.id), 0)
    const rest = await range('bytes=40000-', first.headers.get('etag') ?? '')
    assert.equal(rest.status, 206)
    assert.deepEqual(Buffer.from(await rest.arrayBuffer()), bytes.subarray(40_000))
    await until(async () => (await countOf(server, file.id)) === 1)
    // Counted, if it came before: so small a file has arrived before its receiver can give it up.
    const other = await range('bytes=5-', '"another"')
    assert.equal(other.status, 200)
    assert.deepEqual(Buffer.from(await other.arrayBuffer()), bytes)
  })

  test('parts fetched at the same time count once, when they make up the whole', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(400_000)
    const file = await upload(server.baseUrl, bytes)
    const url = server.baseUrl + (await ticketOf(server, file.id))
    const parts = await Promise.all(
      [3, 1, 0, 2].map(async (part) => {
        const range = `bytes=${part * 100_000}-${part * 100_000 + 99_999}`
        const response = await fetch(url, { headers: { range } })
        return { part, body: Buffer.from(await response.arrayBuffer()) }
      }),
    )
    const whole = parts.toSorted((a, b) => a.part - b.part).map(({ body }) => body)
    assert.deepEqual(Buffer.concat(whole), bytes)
    await until(async () => (await countOf(server, file.id)) === 1)
  })

  test('a download whose end is reported twice counts once', async () => {
    await using server = await startServer(await place())
    const { services } = server
    const file = await upload(server.baseUrl, randomBytes(100))
    await ticketOf(server, file.id)
    const live = await findLiveLink(services, file.id)
    const { ticket_hash: hash } = await services.database
      .selectFrom('reservations')
      .select('ticket_hash')
      .executeTakeFirstOrThrow()
    for (const _ of [1, 2])
      await recordDelivery(
        services,
        live,
        { hash, resumable: true, entered: true },
        { start: 0, sent: 100, arrived: true, network: '127.0.0.0/24' },
      )
    assert.equal(await countOf(server, file.id), 1)
  })

  test('a receiver who leaves half way is not counted', async () => {
    await using server = await startServer(await place())
    const file = await upload(server.baseUrl, randomBytes(20_000_000))
    await leaveHalfWay(server.baseUrl, await ticketOf(server, file.id))
    const whole = await fetch(server.baseUrl + (await ticketOf(server, file.id)))
    await whole.arrayBuffer()
    await until(async () => (await countOf(server, file.id)) > 0)
    assert.equal(await countOf(server, file.id), 1)
  })

  test('a file for one download is had once, anyone who asks at the same time', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(3_000_000)
    const file = await upload(server.baseUrl, bytes, { deleteAfterDownload: 'true' })
    const urls = await Promise.all(Array.from({ length: 12 }, () => ticketOf(server, file.id)))
    let served = 0
    await until(async () => {
      const answers = await Promise.all(
        urls.map((url) =>
          fetch(server.baseUrl + url).then(async (response) => {
            const body = Buffer.from(await response.arrayBuffer())
            if (response.status === 200) assert.ok(body.equals(bytes))
            else assert.ok([403, 409, 410].includes(response.status), String(response.status))
            return response.status
          }),
        ),
      )
      served += answers.filter((status) => status === 200).length
      return served > 0
    })
    assert.equal(served, 1)
    const info = `${server.baseUrl}/api/files/info/${file.id}`
    await until(async () => (await fetch(info)).status === 410)
    assert.equal(await codeOf(await fetch(info), 410), 'FILE_DELETED')
  })

  test('the deletion link deletes, and nothing else does', async () => {
    await using server = await startServer(await place())
    const file = await upload(server.baseUrl, randomBytes(10))
    await ticketOf(server, file.id)
    const url = `${server.baseUrl}/api/files/${file.id}`
    const token = new URL(file.deletionUrl).hash.slice(1)
    async function remove(headers: Record<string, string>) {
      return fetch(url, { method: 'DELETE', headers })
    }
    assert.equal(await codeOf(await remove({}), 401), 'AUTHENTICATION_REQUIRED')
    assert.equal(
      await codeOf(await remove({ 'x-deletion-token': `${token}x` }), 403),
      'INVALID_DELETION_TOKEN',
    )
    assert.equal((await remove({ 'x-deletion-token': token })).status, 200)
    assert.deepEqual(await Array.fromAsync(server.services.blobs.default.list(Date.now() + HOUR)), [])
    assert.deepEqual(await server.services.database.selectFrom('reservations').selectAll().execute(), [])
    assert.equal(await codeOf(await remove({ 'x-deletion-token': token }), 410), 'FILE_DELETED')
  })

  test('a file is gone in the very millisecond it expires, then its slots, blob, key and row', async () => {
    await using server = await startServer(await place())
    const { clock, services, sweep } = server
    clock.freeze()
    const file = await upload(server.baseUrl, randomBytes(10), { expiresIn: '30m' })
    const ticket = await ticketOf(server, file.id)
    const info = `${server.baseUrl}/api/files/info/${file.id}`
    clock.advance(Date.parse(file.expiresAt) - clock.now() - 1)
    assert.equal((await fetch(info)).status, 200)
    clock.advance(1)
    assert.equal(await codeOf(await fetch(info), 410), 'FILE_EXPIRED')
    assert.equal(await codeOf(await fetch(server.baseUrl + ticket), 410), 'FILE_EXPIRED')
    await sweep()
    assert.deepEqual(await Array.fromAsync(services.blobs.default.list(clock.now() + HOUR)), [])
    assert.deepEqual(await services.database.selectFrom('slots').selectAll().execute(), [])
    assert.deepEqual(await services.database.selectFrom('reservations').selectAll().execute(), [])
    assert.equal(await codeOf(await fetch(info), 410), 'FILE_EXPIRED')
    clock.advance(3 * 24 * HOUR)
    await sweep()
    assert.deepEqual(await services.database.selectFrom('day_keys').selectAll().execute(), [])
    clock.advance(31 * 24 * HOUR)
    await sweep()
    assert.equal(await codeOf(await fetch(info), 404), 'FILE_NOT_FOUND')
  })

  test('the store is listed whole once in five minutes, however often the sweep runs', async () => {
    await using server = await startServer(await place())
    const { services, clock } = server
    let listed = 0
    const blobs = createBlobStores(services.blobs.store('database'), async () => undefined, {
      ...services.blobs.default,
      list(before: number) {
        listed += 1
        return services.blobs.default.list(before)
      },
    })
    const sweep = createSweep({ ...services, blobs })
    for (let minute = 0; minute < 10; minute += 1) {
      await sweep()
      clock.advance(60_000)
    }
    assert.equal(listed, 2)
  })

  test('what never became a file is swept', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const { services, clock, sweep } = server
    const kept = await upload(server.baseUrl, randomBytes(10))
    const stage = await services.blobs.default.stage('ab'.repeat(16))
    await stage.write(randomBytes(100))
    await stage.end()
    await stage.commit()
    await sweep()
    clock.advance(4 * 60_000)
    await sweep()
    assert.equal((await Array.fromAsync(services.blobs.default.list(clock.now() + HOUR))).length, 2)
    clock.advance(2 * 60_000)
    await sweep()
    assert.equal((await Array.fromAsync(services.blobs.default.list(clock.now() + HOUR))).length, 1)
    assert.equal((await fetch(`${server.baseUrl}/api/files/info/${kept.id}`)).status, 200)
  })
})

/** Asks for a file, reads a little of it and hangs up with most of it unread. */
function leaveHalfWay(baseUrl: string, path: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl)
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname, () => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  })
  socket.once('data', () => socket.resetAndDestroy())
  socket.once('close', () => resolve())
  return promise
}
