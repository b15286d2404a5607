import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { breakDownload } from '#tests/support/browser/pages/broken-download.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { startServer } from '#tests/support/server/server.ts'
import { moveEndTo } from '#tests/support/transfers/move-end-to.ts'
import { codeOf, downloadCount, ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const environment = { RATE_LIMITS: 'off' }

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-resume-'))
})
after(() => rm(folder, { recursive: true, force: true }))

forEachDatabase('a broken download', ({ place }) => {
  test('is taken up where it broke off, by its ticket, and counts once', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const bytes = randomBytes(10_000_000)
    const file = await upload(server.baseUrl, bytes, { password: 'Sesam' })
    const url = await ticketUrl(server.baseUrl, file.id, 'Sesam')
    const parts: Buffer[] = []
    let length = 0
    for (const wanted of [3_000_001, 16_384, 2_500_000]) {
      const body = await breakDownload(url, wanted, { range: `bytes=${length}-` })
      parts.push(body)
      length += body.length
    }
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    const rest = await fetch(url, { headers: { range: `bytes=${length}-` } })
    assert.equal(rest.status, 206)
    assert.equal(rest.headers.get('content-range'), `bytes ${length}-9999999/10000000`)
    parts.push(Buffer.from(await rest.arrayBuffer()))
    assert.ok(Buffer.concat(parts).equals(bytes))
    await until(async () => (await downloadCount(server.baseUrl, file.id)) === 1)
  })

  test('is taken up with a new ticket, because the file is still the same', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const bytes = randomBytes(10_000_000)
    const file = await upload(server.baseUrl, bytes)
    const first = await fetch(await ticketUrl(server.baseUrl, file.id), { method: 'HEAD' })
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]{43}"$/)
    const body = await breakDownload(await ticketUrl(server.baseUrl, file.id), 4_000_000)
    const url = await ticketUrl(server.baseUrl, file.id)
    const rest = await fetch(url, { headers: { range: 'bytes=4000000-', 'if-range': etag } })
    assert.equal(rest.status, 206)
    assert.equal(rest.headers.get('etag'), etag)
    assert.ok(Buffer.concat([body, Buffer.from(await rest.arrayBuffer())]).equals(bytes))
    const other = await upload(server.baseUrl, bytes)
    const changed = await fetch(await ticketUrl(server.baseUrl, other.id), {
      headers: { range: 'bytes=4000000-', 'if-range': etag },
    })
    assert.equal(changed.status, 200)
    assert.ok(Buffer.from(await changed.arrayBuffer()).equals(bytes))
  })

  test('is not taken up with a ticket of another file, of nobody, or out of time', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const file = await upload(server.baseUrl, randomBytes(100), { expiresIn: '12h' })
    const other = await upload(server.baseUrl, randomBytes(100), { password: 'Sesam', expiresIn: '12h' })
    const ticket = new URL(await ticketUrl(server.baseUrl, file.id)).searchParams.get('ticket') ?? ''
    for (const [id, wrong] of [
      [other.id, ticket],
      [file.id, `${ticket}x`],
      [file.id, ''],
      [file.id, 'x'.repeat(43)],
    ]) {
      const response = await fetch(`${server.baseUrl}/api/download/${id}/file?ticket=${wrong}`)
      assert.equal(await codeOf(response, 403), 'INVALID_TICKET')
    }
    const url = `${server.baseUrl}/api/download/${file.id}/file?ticket=${ticket}`
    assert.equal((await fetch(url)).status, 200)
    const { id } = await transferOf(server.services.database, file.id)
    await moveEndTo(server.services, id, server.clock.now() + 48 * HOUR)
    server.clock.advance(12 * HOUR)
    assert.equal(await codeOf(await fetch(url), 403), 'INVALID_TICKET')
  })
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Where there is no curl, the tests above stand for it: they ask in its words. */
if (hasCurl) {
  test('curl takes up a broken download, as often as it is killed', async () => {
    await using server = await startServer({ environment })
    const bytes = randomBytes(12_000_000)
    const file = await upload(server.baseUrl, bytes)
    const url = await ticketUrl(server.baseUrl, file.id)
    const path = join(folder, 'curl.bin')
    const options = ['--silent', '--fail', '--output', path, '--continue-at', '-']
    async function sizeOf(): Promise<number> {
      return (await stat(path).catch(() => undefined))?.size ?? 0
    }
    for (const target of [2_000_000, 5_000_000]) {
      const slow = spawn('curl', [...options, '--limit-rate', '8M', url])
      const exited = once(slow, 'exit')
      await until(async () => (await sizeOf()) >= target)
      slow.kill('SIGKILL')
      await exited
      const size = await sizeOf()
      assert.ok(size >= target && size < bytes.length, String(size))
    }
    const [code] = await once(spawn('curl', [...options, url]), 'exit')
    assert.equal(code, 0)
    assert.ok((await readFile(path)).equals(bytes))
    await until(async () => (await downloadCount(server.baseUrl, file.id)) === 1)
  })
}
