import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { askTicket, codeOf, until, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' }

/** The code of a try with a password, or `ok`. */
async function tryPassword(
  { baseUrl }: TestServer,
  id: string,
  password: string,
  from?: string,
): Promise<string> {
  const response = await askTicket(baseUrl, id, password, from ? { 'x-forwarded-for': from } : {})
  if (response.status === 201) return 'ok'
  return codeOf(response, response.status)
}

function tryWrong(server: TestServer, id: string, times: number, from?: string): Promise<string[]> {
  return Promise.all(Array.from({ length: times }, () => tryPassword(server, id, 'wrong', from)))
}

const allWrong = (times: number) => Array.from({ length: times }, () => 'INVALID_FILE_PASSWORD')

forEachDatabase('wrong file passwords', ({ place }) => {
  test('are limited for one address and file, over a restart, and the right one is not counted', async () => {
    const at = await place()
    let id: string
    let other: string
    {
      await using server = await startServer(at)
      id = (await upload(server.baseUrl, randomBytes(10), { password: 'Sesam' })).id
      other = (await upload(server.baseUrl, randomBytes(10), { password: 'Sesam' })).id
      for (let time = 0; time < 6; time += 1) assert.equal(await tryPassword(server, id, 'Sesam'), 'ok')
      assert.deepEqual(await tryWrong(server, id, 5), allWrong(5))
    }
    await using server = await startServer(at)
    const refused = await askTicket(server.baseUrl, id, 'Sesam')
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 60 && wait <= 120, String(wait))
    assert.equal(await codeOf(refused, 429), 'RATE_LIMITED')
    const inQuery = await fetch(`${server.baseUrl}/api/download/${id}/file?password=Sesam`)
    assert.equal(await codeOf(inQuery, 429), 'RATE_LIMITED')
    assert.equal(await tryPassword(server, other, 'Sesam'), 'ok')
    server.clock.advance(2 * MINUTE)
    assert.equal(await tryPassword(server, id, 'wrong'), 'INVALID_FILE_PASSWORD')
    assert.equal(await tryPassword(server, id, 'Sesam'), 'RATE_LIMITED')
    server.clock.advance(2 * MINUTE)
    assert.equal(await tryPassword(server, id, 'Sesam'), 'ok')
  })
})

test('an address that says of itself that it is another is not believed', async () => {
  await using server = await startServer()
  const { id } = await upload(server.baseUrl, randomBytes(10), { password: 'Sesam' })
  for (let number = 0; number < 5; number += 1)
    assert.equal(await tryPassword(server, id, 'wrong', `203.0.113.${number}`), 'INVALID_FILE_PASSWORD')
  assert.equal(await tryPassword(server, id, 'wrong', '203.0.113.9'), 'RATE_LIMITED')
})

test('of forwarded addresses the one that a trusted proxy saw counts', async () => {
  await using server = await startServer({ environment: behindProxy })
  const { id } = await upload(server.baseUrl, randomBytes(10), { password: 'Sesam' })
  for (let number = 0; number < 5; number += 1)
    assert.equal(await tryPassword(server, id, 'wrong', `203.0.113.${number}, 198.51.100.1`), allWrong(1)[0])
  assert.equal(await tryPassword(server, id, 'wrong', '203.0.113.9, 198.51.100.1'), 'RATE_LIMITED')
  assert.equal(await tryPassword(server, id, 'Sesam', '198.51.100.2'), 'ok')
})

test('the addresses of one household count as one', async () => {
  await using server = await startServer({ environment: behindProxy })
  const { id } = await upload(server.baseUrl, randomBytes(10), { password: 'Sesam' })
  for (let number = 1; number <= 5; number += 1)
    assert.equal(await tryPassword(server, id, 'wrong', `2001:db8:0:7::${number}`), allWrong(1)[0])
  assert.equal(await tryPassword(server, id, 'wrong', '2001:db8::7:a:b:c:d'), 'RATE_LIMITED')
  assert.equal(await tryPassword(server, id, 'Sesam', '2001:db8:0:8::1'), 'ok')
})

forEachDatabase('looking at files', ({ place }) => {
  test('is limited for one address, over a restart', async () => {
    const at = await place()
    const unknown = '/api/files/info/AAAAAAAAAAAAAAAAAAAAAA'
    let now: number
    {
      await using server = await startServer(at)
      server.clock.freeze()
      now = server.clock.now()
      // Not all at once: a system lets so many wait for a connection, usually 511.
      for (let time = 0; time < 6; time += 1) {
        const looks = Array.from({ length: 100 }, async () => (await fetch(server.baseUrl + unknown)).status)
        assert.deepEqual(new Set(await Promise.all(looks)), new Set([404]))
      }
    }
    await using server = await startServer(at)
    server.clock.freeze()
    server.clock.advance(now - server.clock.now())
    // A look does not wait for a database that takes its time; the next one knows.
    await until(async () => (await fetch(server.baseUrl + unknown)).status === 429)
    const refused = await fetch(server.baseUrl + unknown)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(await codeOf(refused, 429), 'RATE_LIMITED')
    assert.equal(await codeOf(await askTicket(server.baseUrl, 'AAAAAAAAAAAAAAAAAAAAAA'), 429), 'RATE_LIMITED')
    server.clock.advance(MINUTE)
    assert.equal((await fetch(server.baseUrl + unknown)).status, 404)
  })
})

test('wrong file passwords are limited for a file across all callers, but never for good', async () => {
  await using server = await startServer({ environment: behindProxy })
  server.clock.freeze()
  const { id } = await upload(server.baseUrl, randomBytes(10), { password: 'Sesam' })
  for (const from of ['198.51.100.1', '198.51.100.2', '203.0.113.7', '2001:db8:1::1'])
    assert.deepEqual(await tryWrong(server, id, 5, from), allWrong(5))
  for (let time = 0; time < 6; time += 1)
    assert.equal(await tryPassword(server, id, 'Sesam', '192.0.2.1'), 'RATE_LIMITED')
  server.clock.advance(30_000)
  // What was refused for the others' sake has cost this address nothing.
  assert.equal(await tryPassword(server, id, 'Sesam', '192.0.2.1'), 'ok')
})

test('one address may have many downloads open, and not any number', async () => {
  await using server = await startServer()
  const { id } = await upload(server.baseUrl, randomBytes(20 * 1024 * 1024))
  const ends = new AbortController()
  const url = `${server.baseUrl}/api/download/${id}/file`
  const open = await Promise.all(Array.from({ length: 128 }, () => fetch(url, { signal: ends.signal })))
  assert.ok(open.every(({ status }) => status === 200))
  assert.equal(await codeOf(await fetch(url), 429), 'RATE_LIMITED')
  ends.abort()
  await until(async () => {
    const again = await fetch(url)
    await again.body?.cancel()
    return again.status === 200
  })
})

/** What comes back when several requests are sent at once over one connection, until that is closed. */
async function askAtOnce(baseUrl: string, paths: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`).join(''))
  const answers: Buffer[] = []
  for await (const chunk of socket) answers.push(chunk)
  return Buffer.concat(answers).toString('latin1')
}

test('a download that was asked for before an earlier answer had come is sent after it', async () => {
  await using server = await startServer()
  const { id } = await upload(server.baseUrl, Buffer.from('the bytes'))
  const file = `/api/download/${id}/file`
  const answers = await askAtOnce(server.baseUrl, ['/api/config', file])
  assert.equal(answers.split('HTTP/1.1 200').length, 3)
  assert.ok(answers.endsWith('\r\n\r\nthe bytes'))
})

test('a download whose connection an earlier one closes takes no place', async () => {
  await using server = await startServer()
  const { id } = await upload(server.baseUrl, Buffer.from('had before'))
  const once = await upload(server.baseUrl, Buffer.from('had once'), { deleteAfterDownload: 'true' })
  const [first, second] = [`/api/download/${id}/file`, `/api/download/${once.id}/file`]
  assert.ok((await askAtOnce(server.baseUrl, [first, second])).endsWith('had before'))
  await until(async () => {
    const rows = await server.services.database.selectFrom('reservations').selectAll().execute()
    return rows.every((row) => row.until === null)
  })
  assert.equal(await (await fetch(server.baseUrl + second)).text(), 'had once')
})
