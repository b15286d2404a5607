import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { openCuttingProxy } from '#tests/support/services/cutting-proxy.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { sendSeveral } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { upload } from '#tests/support/transfers/transfers.ts'
import { fetchFile } from '../../../src/cli/transfers/fetching/fetch-file.ts'

let folder: string
let server: TestServer
const content = randomBytes(3_000_000)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-cli-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function emptyFolder(): Promise<string> {
  return mkdtemp(join(folder, 'into-'))
}

test('a download whose connection breaks goes on where it stopped', async () => {
  const { id } = await upload(server.baseUrl, content)
  await using proxy = await openCuttingProxy(server.baseUrl, { times: 2, after: 500_000 })
  const path = join(await emptyFolder(), 'whole')
  const { code, stderr } = await runCommand(['download', `${proxy.origin}/download/${id}`, '--output', path])
  assert.equal(code, 0, stderr)
  assert.equal(proxy.cuts(), 2)
  assert.deepEqual(await readFile(path), content)
})

test('a download whose connection breaks before its first byte waits for the place that it may have taken', async () => {
  let requests = 0
  await using service = createServer((_, response) => {
    requests += 1
    if (requests === 1) return response.destroy()
    if (requests > 2) return response.end('whole')
    const busy = JSON.stringify({ success: false, code: 'DOWNLOAD_BUSY', message: 'Busy' })
    return response.writeHead(409, { 'retry-after': '1' }).end(busy)
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const address = service.address()
  assert.ok(address && typeof address === 'object')
  const path = join(await emptyFolder(), 'whole')
  const target = { size: 5, sink: createWriteStream(path), onProgress() {} }
  await fetchFile(`http://127.0.0.1:${address.port}/`, target)
  await new Promise((resolve) => target.sink.end(resolve))
  assert.equal(await readFile(path, 'utf8'), 'whole')
})

test('what has no byte ranges goes on, too: several files, and one that was compressed', async () => {
  const sent = await sendTransfer(server, content, { filename: 'a.bin' })
  const form = new FormData()
  form.append('file', new Blob([content]), 'b.bin')
  const files = `${server.baseUrl}/api/transfers/${sent.ref}/files`
  assert.equal((await fetch(files, { method: 'POST', body: form, headers: sent.headers })).status, 201)
  const into = await emptyFolder()
  await using proxy = await openCuttingProxy(server.baseUrl, { times: 1, after: 4_000_000 })
  const path = join(into, 'both')
  const whole = ['download', `${proxy.origin}/download/${sent.linkId}`, '--output', path]
  assert.partialDeepStrictEqual(await runCommand(whole), { code: 0, stderr: '' })
  assert.equal(proxy.cuts(), 1)
  assert.deepEqual(
    readZip(await readFile(path)).map((member) => member.content),
    [content, content],
  )
  const text = Buffer.from(content.toString('hex'))
  const { id } = await sendSeveral(server, [
    { path: 'a.txt', bytes: text },
    { path: 'b.txt', bytes: text },
  ])
  await using other = await openCuttingProxy(server.baseUrl, { times: 2, after: 2_000_000 })
  const one = ['download', `${other.origin}/download/${id}`, '--only', 'a.txt', '--output', into]
  assert.partialDeepStrictEqual(await runCommand(one), { code: 0, stderr: '' })
  assert.equal(other.cuts(), 2)
  assert.ok((await readFile(join(into, 'a.txt'))).equals(text))
})

test('a download of what is another file when the connection is back leaves nothing', async () => {
  const { ref, linkId, headers } = await sendTransfer(server, content, { filename: 'a.bin' })
  const files = `${server.baseUrl}/api/transfers/${ref}/files`
  const into = await emptyFolder()
  await using proxy = await openCuttingProxy(server.baseUrl, {
    times: 1,
    after: 1_000_000,
    async onCut() {
      const body = new FormData()
      body.append('file', new Blob([randomBytes(content.length)]), 'b.bin')
      assert.equal((await fetch(files, { method: 'POST', body, headers })).status, 201)
      assert.equal((await fetch(`${files}/0`, { method: 'DELETE', headers })).status, 200)
    },
  })
  const link = `${proxy.origin}/download/${linkId}`
  const { code, stderr } = await runCommand(['download', link, '--output', into])
  assert.deepEqual(
    [code, stderr],
    [1, 'The transfer was changed during the download. Please download it again.\n'],
  )
  assert.deepEqual(await readdir(into), [])
})

test('a download that has no place to go says so, and counts nothing', async () => {
  const { id } = await upload(server.baseUrl, content)
  const path = join(await emptyFolder(), 'missing', 'file')
  const { code, answer } = await runForScript([
    'download',
    `${server.baseUrl}/download/${id}`,
    '--output',
    path,
  ])
  assert.deepEqual([code, answer.code], [2, 'USAGE'])
  assert.match(String(answer.message), /^--output: can't write .*missing/)
  const { file } = await server.client.call('fileInfo', { params: { id } })
  assert.equal(file.downloadCount, 0)
})

for (const [what, output, said] of [
  ['a folder that is not there', 'new/', 'USAGE'],
  ['nothing', '', 'USAGE'],
  ['a name that is too long for the disk', 'ä'.repeat(200), 'USAGE'],
] as const)
  test(`a one-time transfer that is to be saved under ${what} is still there`, async () => {
    const { id } = await upload(server.baseUrl, content, { deleteAfterDownload: 'true' })
    const into = await emptyFolder()
    const path = output === '' ? '' : `${into}/${output}`
    const args = ['download', `${server.baseUrl}/download/${id}`, '--output', path]
    assert.partialDeepStrictEqual(await runForScript(args), { code: 2, answer: { code: said } })
    assert.deepEqual(await readdir(into), [])
    const { file } = await server.client.call('fileInfo', { params: { id } })
    assert.equal(file.downloadCount, 0)
  })

for (const hasRanges of [true, false])
  test(`what always breaks off at the same byte is not blamed on the lines, ${hasRanges ? 'with' : 'without'} ranges`, async () => {
    let requests = 0
    await using service = createServer(({ headers }, response) => {
      requests += 1
      const from = hasRanges ? Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0) : 0
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': 2000 - from, etag: '"a"' })
      response.write(Buffer.alloc(1000 - from), () => response.destroy())
    })
    await once(service.listen(0, '127.0.0.1'), 'listening')
    const address = service.address()
    assert.ok(address && typeof address === 'object')
    const sink = createWriteStream(join(await emptyFolder(), 'half'))
    const fetching = fetchFile(`http://127.0.0.1:${address.port}/`, { size: 2000, sink, onProgress() {} })
    await assert.rejects(fetching, { code: 'FILE_DAMAGED', message: /stops after 1000 of 2000 bytes/ })
    sink.destroy()
    assert.ok(requests < 8, String(requests))
  })

test('a service that asks to come back later is waited for', async () => {
  let requests = 0
  await using service = createServer((_, response) => {
    requests += 1
    if (requests > 1) return response.end('whole')
    const limited = JSON.stringify({ success: false, code: 'RATE_LIMITED', message: 'Too many.' })
    return response.writeHead(429, { 'retry-after': '1' }).end(limited)
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const address = service.address()
  assert.ok(address && typeof address === 'object')
  const path = join(await emptyFolder(), 'whole')
  const sink = createWriteStream(path)
  await fetchFile(`http://127.0.0.1:${address.port}/`, { size: 5, sink, onProgress() {} })
  await new Promise((resolve) => sink.end(resolve))
  assert.equal(await readFile(path, 'utf8'), 'whole')
})

test('a disk that is full in the middle of a download ends it', async () => {
  const sink = createWriteStream('/dev/full')
  await using slow = createServer((_, answer) => {
    answer.writeHead(200)
    answer.write(randomBytes(10_000))
    // The rest comes when the disk has refused that.
    sink.once('error', () => answer.end(randomBytes(200_000)))
  })
  await once(slow.listen(0, '127.0.0.1'), 'listening')
  const address = slow.address()
  assert.ok(address && typeof address === 'object')
  const fetching = fetchFile(`http://127.0.0.1:${address.port}/`, {
    size: 210_000,
    sink,
    onProgress: () => {},
  })
  await assert.rejects(fetching, { code: 'ENOSPC' })
})
