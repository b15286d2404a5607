import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { breakDownload } from '#tests/support/broken-download.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { askTicket, codeOf, downloadCount, ticketUrl, until, upload } from '#tests/support/transfers.ts'

const once = { deleteAfterDownload: 'true' }
/** The tests look again and again until something has happened. */
const environment = { RATE_LIMITS: 'off' }

function infoOf(server: TestServer, id: string): Promise<Response> {
  return fetch(`${server.baseUrl}/api/files/info/${id}`)
}

/** Resolves when the server has noticed that a receiver went away, and lets the next one in. */
async function free(server: TestServer, id: string): Promise<void> {
  await until(async () => (await askTicket(server.baseUrl, id)).status === 201)
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
      await using server = await startServer({ ...(await place()), environment })
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
        assert.ok(['DOWNLOAD_BUSY', 'FILE_DELETED'].includes(code), `${status} ${code}`)
      }
      await until(async () => (await infoOf(server, file.id)).status === 410)
      const gone = await infoOf(server, file.id)
      assert.equal(await codeOf(gone, 410), 'FILE_DELETED')
      await server.sweep()
      assert.deepEqual(await Array.fromAsync(server.services.blobs.list(Date.now() + 3_600_000)), [])
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

  for (const [what, address] of [
    ['with a ticket', ({ baseUrl }: TestServer, id: string) => ticketUrl(baseUrl, id)],
    ['without one', async ({ baseUrl }: TestServer, id: string) => `${baseUrl}/api/download/${id}/file`],
  ] as const) {
    test(`is left for the next one by whoever breaks off at 99 %, ${what}`, async () => {
      await using server = await startServer({ ...(await place()), environment })
      const bytes = randomBytes(20_000_000)
      const file = await upload(server.baseUrl, bytes, once)
      const body = await breakDownload(await address(server, file.id), 19_800_000)
      assert.ok(body.equals(bytes.subarray(0, 19_800_000)))
      await free(server, file.id)
      assert.equal(await downloadCount(server.baseUrl, file.id), 0)
      const next = await fetch(await address(server, file.id))
      assert.ok(Buffer.from(await next.arrayBuffer()).equals(bytes))
      await until(async () => (await infoOf(server, file.id)).status === 410)
    })
  }

  test('says that somebody is at it, to a page and to a plain client, and when to ask again', async () => {
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
    await free(server, file.id)
    const second = await breakDownload(url, 1_000_000, { range: 'bytes=5000000-' })
    await free(server, file.id)
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
    for (const url of [plain, await ticketUrl(server.baseUrl, file.id)]) {
      const head = await fetch(url, { method: 'HEAD' })
      assert.equal(head.headers.get('content-length'), '300000')
      for (const range of [
        'bytes=1-',
        'bytes=299999-',
        'bytes=-100',
        'bytes=100000-200000',
        'bytes=0-299998',
      ]) {
        const part = await fetch(url, { headers: { range } })
        assert.equal(part.status, 206, range)
        await part.arrayBuffer()
        await free(server, file.id)
        // Several parts by one ticket could make up the file, and would then be a download.
        if (url !== plain) break
      }
      for (const [name, value] of [
        ['sec-purpose', 'prefetch'],
        ['sec-purpose', 'prefetch;prerender'],
        ['purpose', 'preview'],
        ['x-moz', 'prefetch'],
      ] as const) {
        assert.equal(await codeOf(await fetch(url, { headers: { [name]: value } }), 403), 'PREFETCH_REFUSED')
      }
    }
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    const download = await fetch(plain)
    assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
    await until(async () => (await infoOf(server, file.id)).status === 410)
  })
})

test('its right to be read is free again a minute after its server died', async () => {
  await using server = await startServer({ environment })
  const bytes = randomBytes(1000)
  const file = await upload(server.baseUrl, bytes, once)
  const dead = {
    name: `download:${file.id}`,
    holder: 'another instance',
    expires_at: server.clock.now() + 60_000,
  }
  await server.services.database.insertInto('locks').values(dead).execute()
  assert.equal(await codeOf(await askTicket(server.baseUrl, file.id), 409), 'DOWNLOAD_BUSY')
  server.clock.advance(60_000)
  const response = await fetch(await ticketUrl(server.baseUrl, file.id))
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
})
