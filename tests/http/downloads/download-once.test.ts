import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock, type TestContext, test } from 'node:test'
import { DatabaseUnavailable } from '#server/platform/database/database-failure.ts'
import { breakDownload } from '#tests/support/browser/pages/broken-download.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import {
  askTicket,
  codeOf,
  downloadCount,
  ticketUrl,
  until,
  upload,
} from '#tests/support/transfers/transfers.ts'

const once = { deleteAfterDownload: 'true' }
/** The tests look again and again until something has happened. */
const environment = { RATE_LIMITS: 'off' }

function infoOf(server: TestServer, id: string): Promise<Response> {
  return fetch(`${server.baseUrl}/api/files/info/${id}`)
}

const MINUTE = 60_000

const withTicketOrNot = [
  ['with a ticket', ({ baseUrl }: TestServer, id: string) => ticketUrl(baseUrl, id)],
  ['without one', async ({ baseUrl }: TestServer, id: string) => `${baseUrl}/api/download/${id}/file`],
] as const

/** From here on, what a running download does every twenty seconds happens when the test says so. */
function renewByHand(context: TestContext): { renew(): void } {
  mock.timers.enable({ apis: ['setInterval'] })
  context.after(() => mock.timers.reset())
  return { renew: () => mock.timers.tick(20_000) }
}

/** Lets the time that no clock can change go on by so many milliseconds. */
function advanceUptime(context: TestContext, milliseconds: number): void {
  const now = performance.now.bind(performance)
  context.mock.method(performance, 'now', () => now() + milliseconds)
}

/** Everything that was downloaded, as the sender sees it once the sweep has passed. */
async function counted(server: TestServer): Promise<number> {
  await quiet(server)
  await server.sweep()
  const { downloads } = await server.services.database
    .selectFrom('transfers')
    .select('downloads')
    .executeTakeFirstOrThrow()
  return downloads
}

/** Resolves when the server has noticed that every receiver went away. */
async function quiet({ services: { database } }: TestServer): Promise<void> {
  await until(async () => {
    const running = await database
      .selectFrom('reservations')
      .select('running')
      .where('running', '=', 1)
      .execute()
    return running.length === 0
  })
}

forEachDatabase('a file that is deleted after its download', ({ place }) => {
  for (const [what, addresses] of [
    [
      'without a ticket',
      async ({ baseUrl }: TestServer, id: string) => [`${baseUrl}/api/download/${id}/file`],
    ],
    ['with one ticket', async ({ baseUrl }: TestServer, id: string) => [await ticketUrl(baseUrl, id)]],
    [
      'with fifty tickets',
      ({ baseUrl }: TestServer, id: string) =>
        Promise.all(Array.from({ length: 50 }, () => ticketUrl(baseUrl, id))),
    ],
  ] as const) {
    test(`is had once when fifty ask at the same time, ${what}`, async () => {
      const lines: string[] = []
      const log = (line: string) => lines.push(line)
      await using server = await startServer({ ...(await place()), environment, log })
      const bytes = randomBytes(2_000_000)
      const file = await upload(server.baseUrl, bytes, once)
      const urls = await addresses(server, file.id)
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, number) => {
          const response = await fetch(urls[number % urls.length] ?? '')
          return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
        }),
      )
      const served = answers.filter(({ status }) => status === 200)
      assert.equal(served.length, 1)
      assert.ok(served[0]?.body.equals(bytes))
      for (const { status, body } of answers) {
        if (status === 200) continue
        const { code } = JSON.parse(body.toString('utf8'))
        const isExpected = ['DOWNLOAD_BUSY', 'FILE_DELETED', 'LINK_USED_UP'].includes(code)
        // What the log says tells why.
        assert.ok(isExpected, [status, code, ...lines.filter((line) => line.includes('"err"'))].join('\n'))
      }
      await until(async () => (await infoOf(server, file.id)).status === 410)
      const gone = await infoOf(server, file.id)
      assert.equal(await codeOf(gone, 410), 'FILE_DELETED')
      await server.sweep()
      assert.deepEqual(await Array.fromAsync(server.services.blobs.default.list(Date.now() + 3_600_000)), [])
    })
  }

  test('is had once, whichever of two instances is asked', async () => {
    const at = await place()
    await using one = await startServer({ ...at, environment })
    await using other = await startServer({ ...at, environment })
    const bytes = randomBytes(2_000_000)
    const file = await upload(one.baseUrl, bytes, once)
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, number) => {
        const { baseUrl } = number % 2 ? one : other
        const response = await fetch(`${baseUrl}/api/download/${file.id}/file`)
        const body = Buffer.from(await response.arrayBuffer())
        if (response.status === 200) assert.ok(body.equals(bytes))
        return response.status
      }),
    )
    assert.equal(statuses.filter((status) => status === 200).length, 1)
    for (const status of statuses) assert.ok([200, 409, 410].includes(status), String(status))
    await until(async () => (await infoOf(other, file.id)).status === 410)
  })

  test('is had once by two instances whose clocks are a minute apart', async () => {
    const at = await place()
    await using one = await startServer({ ...at, environment })
    await using other = await startServer({ ...at, environment })
    other.clock.advance(MINUTE)
    const file = await upload(one.baseUrl, randomBytes(20_000_000), once)
    const reading = await fetch(`${one.baseUrl}/api/download/${file.id}/file`)
    assert.equal(await codeOf(await askTicket(other.baseUrl, file.id), 409), 'DOWNLOAD_BUSY')
    const plain = await fetch(`${other.baseUrl}/api/download/${file.id}/file`)
    assert.equal(await codeOf(plain, 409), 'DOWNLOAD_BUSY')
    await reading.arrayBuffer()
    await until(async () => (await infoOf(other, file.id)).status === 410)
  })

  for (const [what, address] of withTicketOrNot) {
    test(`is left for the next one when a receiver breaks off, ${what}`, async () => {
      await using server = await startServer({ ...(await place()), environment })
      const bytes = randomBytes(20_000_000)
      const file = await upload(server.baseUrl, bytes, once)
      const url = await address(server, file.id)
      const body = await breakDownload(url, 5_000_000)
      assert.ok(body.equals(bytes.subarray(0, 5_000_000)))
      await quiet(server)
      if (url.includes('ticket=')) {
        // Its receiver may come back for the rest for ten minutes.
        assert.equal(await codeOf(await askTicket(server.baseUrl, file.id), 409), 'DOWNLOAD_BUSY')
        server.clock.advance(10 * MINUTE)
      }
      await server.sweep()
      assert.equal(await downloadCount(server.baseUrl, file.id), 0)
      const next = await fetch(await address(server, file.id))
      assert.ok(Buffer.from(await next.arrayBuffer()).equals(bytes))
      await until(async () => (await infoOf(server, file.id)).status === 410)
    })
  }

  for (const [what, address] of withTicketOrNot) {
    test(`is had once when its place lapsed and another took it, ${what}`, async (context) => {
      const { renew } = renewByHand(context)
      const at = await place()
      await using one = await startServer({ ...at, environment })
      await using other = await startServer({ ...at, environment })
      const bytes = randomBytes(20_000_000)
      const file = await upload(one.baseUrl, bytes, once)
      const late = await beginSlowDownload(await address(one, file.id))
      for (const { clock } of [one, other]) clock.advance(3 * MINUTE + 1)
      const next = await fetch(await address(other, file.id))
      assert.ok(Buffer.from(await next.arrayBuffer()).equals(bytes))
      await until(async () => (await infoOf(other, file.id)).status === 410)
      renew()
      const { body, cut } = await late.goOn()
      assert.ok(cut && body.length < bytes.length, `${body.length} bytes came`)
      assert.equal(await counted(one), 1)
    })
  }

  test('is cut once its place was settled, and its ticket takes it up again', async (context) => {
    const { renew } = renewByHand(context)
    await using server = await startServer({ ...(await place()), environment })
    const bytes = randomBytes(20_000_000)
    const file = await upload(server.baseUrl, bytes, once)
    const url = await ticketUrl(server.baseUrl, file.id)
    const late = await beginSlowDownload(url)
    server.clock.advance(3 * MINUTE + 1)
    await server.sweep()
    renew()
    const { body, cut } = await late.goOn()
    assert.ok(cut && body.length < bytes.length, `${body.length} bytes came`)
    await quiet(server)
    // It is anybody's place again.
    assert.equal((await askTicket(server.baseUrl, file.id)).status, 201)
    const rest = await fetch(url, { headers: { range: `bytes=${body.length}-` } })
    assert.equal(rest.status, 206)
    assert.ok(Buffer.concat([body, Buffer.from(await rest.arrayBuffer())]).equals(bytes))
    await until(async () => (await infoOf(server, file.id)).status === 410)
    assert.equal(await counted(server), 1)
  })

  test('goes on after its server stood still for long, while nobody had its place', async (context) => {
    const { renew } = renewByHand(context)
    await using server = await startServer({ ...(await place()), environment })
    const { database } = server.services
    const bytes = randomBytes(20_000_000)
    const file = await upload(server.baseUrl, bytes, once)
    const download = await beginSlowDownload(await ticketUrl(server.baseUrl, file.id))
    server.clock.advance(5 * MINUTE)
    advanceUptime(context, 5 * MINUTE)
    renew()
    await until(async () => {
      const { until: end } = await database
        .selectFrom('reservations')
        .select('until')
        .executeTakeFirstOrThrow()
      return (end ?? 0) > server.clock.now()
    })
    const { body, cut } = await download.goOn({ fast: true })
    assert.ok(!cut && body.equals(bytes), `${body.length} bytes came`)
    await until(async () => (await infoOf(server, file.id)).status === 410)
  })

  test('is cut when its place could not be renewed for long; what has no limit goes on', async (context) => {
    const { renew } = renewByHand(context)
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    await using server = await startServer({ ...(await place()), environment, log })
    const { database } = server.services
    const bytes = randomBytes(20_000_000)
    const ids: string[] = []
    async function begin(fields = {}) {
      const file = await upload(server.baseUrl, bytes, fields)
      ids.push(file.id)
      return beginSlowDownload(await ticketUrl(server.baseUrl, file.id))
    }
    const [quick, late, unlimited] = [await begin(once), await begin(once), await begin()]
    const away = (['updateTable', 'insertInto'] as const).map((name) =>
      context.mock.method(database, name, () => {
        throw new DatabaseUnavailable('busy', 'held by the test')
      }),
    )
    renew()
    const { body: whole } = await quick.goOn({ fast: true })
    assert.ok(whole.equals(bytes), `${whole.length} bytes came`)
    advanceUptime(context, 2 * MINUTE)
    renew()
    const { body, cut } = await late.goOn()
    assert.ok(cut && body.length < bytes.length, `${body.length} bytes came`)
    const { body: other } = await unlimited.goOn({ fast: true })
    assert.ok(other.equals(bytes), `${other.length} bytes came`)
    for (const { mock: method } of away) method.restore()
    assert.ok(lines.some((line) => line.includes('lost its place')))
    assert.ok(!lines.some((line) => ids.some((id) => line.includes(id))))
  })

  test('is used up when all bytes have gone out, whatever the connection then did', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const file = await upload(server.baseUrl, randomBytes(100_000), once)
    await breakDownload(await ticketUrl(server.baseUrl, file.id), 100_000)
    await quiet(server)
    server.clock.advance(10 * MINUTE)
    await server.sweep()
    assert.equal(await codeOf(await infoOf(server, file.id), 410), 'FILE_DELETED')
  })

  test('is used up when its parts make up the whole, by one ticket', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const file = await upload(server.baseUrl, randomBytes(100_000), once)
    const url = await ticketUrl(server.baseUrl, file.id)
    for (const range of ['bytes=50000-', 'bytes=0-49999']) {
      const part = await fetch(url, { headers: { range } })
      assert.equal(part.status, 206)
      await part.arrayBuffer()
      await quiet(server)
    }
    await until(async () => (await infoOf(server, file.id)).status === 410)
  })

  test('is used up when parts that were given up make up the whole, by whatever tickets and without', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const bytes = randomBytes(300_000)
    async function giveUpPart(id: string, range: string): Promise<void> {
      const part = await fetch(await ticketUrl(server.baseUrl, id), { headers: { range } })
      assert.equal(part.status, 206)
      await part.arrayBuffer()
      await quiet(server)
      server.clock.advance(10 * MINUTE)
    }
    const byTickets = await upload(server.baseUrl, bytes, once)
    await giveUpPart(byTickets.id, 'bytes=0-199999')
    await server.sweep()
    assert.equal(await downloadCount(server.baseUrl, byTickets.id), 0)
    await giveUpPart(byTickets.id, 'bytes=0-199999')
    await giveUpPart(byTickets.id, 'bytes=200000-')
    // No sweep has passed: what the last one had is settled before the next one has a place.
    assert.equal(await codeOf(await askTicket(server.baseUrl, byTickets.id), 410), 'FILE_DELETED')

    const nearly = await upload(server.baseUrl, bytes, once)
    const plain = `${server.baseUrl}/api/download/${nearly.id}/file`
    const url = await ticketUrl(server.baseUrl, nearly.id)
    await giveUpPart(nearly.id, 'bytes=1-')
    assert.equal(await codeOf(await fetch(url), 410), 'FILE_DELETED')
    assert.equal(await codeOf(await fetch(plain), 410), 'FILE_DELETED')

    const large = randomBytes(20_000_000)
    const broken = await upload(server.baseUrl, large, once)
    await giveUpPart(broken.id, 'bytes=4000000-')
    await breakDownload(`${server.baseUrl}/api/download/${broken.id}/file`, 4_000_000)
    await until(async () => (await infoOf(server, broken.id)).status === 410)
    assert.equal(await codeOf(await infoOf(server, broken.id), 410), 'FILE_DELETED')
  })

  test('is had once when the database was away as it had gone out, and a lost commit counts once', async (context) => {
    await using server = await startServer({ ...(await place()), environment })
    const { database } = server.services
    const unlimited = await upload(server.baseUrl, randomBytes(20_000_000))
    const bytes = randomBytes(20_000_000)
    const file = await upload(server.baseUrl, bytes, once)
    const plain = await beginSlowDownload(`${server.baseUrl}/api/download/${unlimited.id}/file`)
    const download = await beginSlowDownload(await ticketUrl(server.baseUrl, file.id))

    const begin = database.transaction.bind(database)
    const lost = context.mock.method(database, 'transaction', () => {
      const builder = begin()
      const execute = builder.execute.bind(builder)
      context.mock.method(builder, 'execute', async (work: Parameters<typeof execute>[0]) => {
        await execute(work)
        throw new DatabaseUnavailable('lost', 'cut by the test')
      })
      return builder
    })
    await plain.goOn({ fast: true })
    await until(async () => (await downloadCount(server.baseUrl, unlimited.id)) === 1)
    lost.mock.restore()

    const away = context.mock.method(database, 'transaction', () => {
      throw new DatabaseUnavailable('busy', 'held by the test')
    })
    assert.ok((await download.goOn({ fast: true })).body.equals(bytes))
    await until(async () => away.mock.callCount() > 1)
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    away.mock.restore()
    await until(async () => (await infoOf(server, file.id)).status === 410)
    assert.equal(await codeOf(await infoOf(server, file.id), 410), 'FILE_DELETED')
    assert.equal(await downloadCount(server.baseUrl, unlimited.id), 1)
  })

  test('says that someone is at it, to a page and to a plain client, and when to ask again', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const file = await upload(server.baseUrl, randomBytes(20_000_000), once)
    const reading = await fetch(`${server.baseUrl}/api/download/${file.id}/file`)
    assert.equal(reading.status, 200)
    const plain = await fetch(`${server.baseUrl}/api/download/${file.id}/file`)
    assert.ok(Number(plain.headers.get('retry-after')) > 0)
    assert.equal(await codeOf(plain, 409), 'DOWNLOAD_BUSY')
    const page = await askTicket(server.baseUrl, file.id)
    assert.ok(Number(page.headers.get('retry-after')) > 0)
    assert.equal(await codeOf(page, 409), 'DOWNLOAD_BUSY')
    await reading.arrayBuffer()
    await until(async () => (await infoOf(server, file.id)).status === 410)
  })

  test('goes when a broken download has been taken up and is whole', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const bytes = randomBytes(20_000_000)
    const file = await upload(server.baseUrl, bytes, once)
    const url = await ticketUrl(server.baseUrl, file.id)
    const first = await breakDownload(url, 5_000_000)
    await quiet(server)
    const second = await breakDownload(url, 1_000_000, { range: 'bytes=5000000-' })
    await quiet(server)
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    const rest = await fetch(url, { headers: { range: 'bytes=6000000-' } })
    assert.equal(rest.status, 206)
    assert.ok(Buffer.concat([first, second, Buffer.from(await rest.arrayBuffer())]).equals(bytes))
    await until(async () => (await infoOf(server, file.id)).status === 410)
  })

  test('is not used up by anything but a download', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const bytes = randomBytes(300_000)
    const file = await upload(server.baseUrl, bytes, once)
    const plain = `${server.baseUrl}/api/download/${file.id}/file`
    const withTicket = await ticketUrl(server.baseUrl, file.id)
    for (const url of [plain, withTicket]) {
      const head = await fetch(url, { method: 'HEAD' })
      assert.equal(head.headers.get('content-length'), '300000')
      for (const [name, value] of [
        ['sec-purpose', 'prefetch'],
        ['sec-purpose', 'prefetch;prerender'],
        ['purpose', 'preview'],
        ['x-moz', 'prefetch'],
      ] as const) {
        assert.equal(await codeOf(await fetch(url, { headers: { [name]: value } }), 403), 'PREFETCH_REFUSED')
      }
    }
    const part = await fetch(withTicket, { headers: { range: 'bytes=30000-' } })
    assert.equal(part.status, 206)
    await part.arrayBuffer()
    await quiet(server)
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    server.clock.advance(10 * MINUTE)
    // Without a ticket it is sent whole, whatever part is asked for.
    const download = await fetch(plain, { headers: { range: 'bytes=1-' } })
    assert.equal(download.status, 200)
    assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
    await until(async () => (await infoOf(server, file.id)).status === 410)
  })

  test('a ticket is refused when one download has just counted and another has the last place', async () => {
    await using server = await startServer({ ...(await place()), environment })
    server.clock.freeze()
    const bytes = randomBytes(2_000_000)
    const file = await upload(server.baseUrl, bytes)
    await server.services.database
      .updateTable('links')
      .set({ download_limit: 2 })
      .where('id', '=', file.id)
      .execute()
    await breakDownload(await ticketUrl(server.baseUrl, file.id), bytes.length)
    await quiet(server)
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    server.clock.advance(10 * MINUTE - 1000)
    const last = await beginSlowDownload(await ticketUrl(server.baseUrl, file.id))
    server.clock.advance(2000)
    assert.equal(await codeOf(await askTicket(server.baseUrl, file.id), 409), 'DOWNLOAD_BUSY')
    assert.ok((await last.goOn({ fast: true })).body.equals(bytes))
    await until(async () => (await infoOf(server, file.id)).status === 410)
  })

  test('fifty tickets at a limit of three complete three times, on two instances', async () => {
    const at = await place()
    await using one = await startServer({ ...at, environment })
    await using other = await startServer({ ...at, environment })
    const bytes = randomBytes(1_000_000)
    const file = await upload(one.baseUrl, bytes)
    await one.services.database
      .updateTable('links')
      .set({ download_limit: 3 })
      .where('id', '=', file.id)
      .execute()
    const urls = await Promise.all(
      Array.from({ length: 50 }, (_, number) => ticketUrl((number % 2 ? one : other).baseUrl, file.id)),
    )
    const statuses = await Promise.all(
      urls.map(async (url) => {
        const response = await fetch(url)
        const body = Buffer.from(await response.arrayBuffer())
        if (response.status === 200) assert.ok(body.equals(bytes))
        return response.status
      }),
    )
    assert.equal(statuses.filter((status) => status === 200).length, 3)
    await until(async () => (await infoOf(one, file.id)).status === 410)
    assert.equal(await codeOf(await infoOf(one, file.id), 410), 'LINK_USED_UP')
  })
})

test('its place is free again three minutes after its server died', async () => {
  await using server = await startServer({ environment })
  const bytes = randomBytes(1000)
  const file = await upload(server.baseUrl, bytes, once)
  const dead = {
    ticket_hash: randomBytes(32),
    link_id: file.id,
    sealed_key: new Uint8Array(0),
    expires_at: server.clock.now() + 3 * MINUTE,
    until: server.clock.now() + 3 * MINUTE,
    running: 1,
    delivered: '[]',
    whole: 0,
    counted: 0,
  }
  await server.services.database.insertInto('reservations').values(dead).execute()
  assert.equal(await codeOf(await askTicket(server.baseUrl, file.id), 409), 'DOWNLOAD_BUSY')
  server.clock.advance(3 * MINUTE)
  const response = await fetch(await ticketUrl(server.baseUrl, file.id))
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
})

test('a download that cannot be recorded is named in the log by what opens nothing', async (context) => {
  const lines: string[] = []
  const says = (text: string) => lines.some((line) => line.includes(text))
  await using server = await startServer({ environment, log: (line) => lines.push(line) })
  const file = await upload(server.baseUrl, randomBytes(1000))
  const broken = context.mock.method(server.services.database, 'transaction', () => {
    if (says('when the database is there again')) throw new Error('broken by the test')
    throw new DatabaseUnavailable('busy', 'held by the test')
  })
  await (await fetch(`${server.baseUrl}/api/download/${file.id}/file`)).arrayBuffer()
  await until(async () => says('could not be recorded'))
  broken.mock.restore()
  assert.ok(!says(file.id))
})
