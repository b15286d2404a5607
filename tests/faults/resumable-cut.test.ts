import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Upload } from 'tus-js-client'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { cutTestSize } from '#tests/support/server/thoroughness.ts'
import { openRelay } from '#tests/support/services/relay.ts'
import { downloadCount, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const run = promisify(execFile)
const MIB = 1024 * 1024

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-cut-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Writes a file of which no two mebibytes are the same, and gives its path. */
async function write(name: string, size: number): Promise<string> {
  const block = randomBytes(MIB)
  function* chunks() {
    for (let at = 0; at < size; at += MIB) {
      const chunk = Buffer.from(block.subarray(0, Math.min(MIB, size - at)))
      chunk.writeUInt32BE(at / MIB)
      yield chunk
    }
  }
  const path = join(folder, name)
  await pipeline(Readable.from(chunks()), createWriteStream(path))
  return path
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** A server that can die and come back elsewhere, with what it had. */
async function openServer(dataDir: string, lay: (baseUrl: string) => void) {
  const environment = { LOG_LEVEL: 'warn', RATE_LIMITS: 'off' }
  let server = await startServerProcess(dataDir, environment)
  lay(server.baseUrl)
  return {
    origin: () => server.baseUrl,
    async restart(signal: 'SIGKILL' | 'SIGTERM') {
      server.child.kill(signal)
      await server.exited
      server = await startServerProcess(dataDir, environment)
      lay(server.baseUrl)
    },
    async [Symbol.asyncDispose]() {
      server.child.kill('SIGTERM')
      await server.exited
    },
  }
}

/** Fetches an address to the end, however often the line breaks, and gives the hash of what came. */
async function fetchAll(url: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  let length = 0
  let idle = 0
  while (length < size) {
    const before = length
    try {
      const response = await fetch(url, { headers: { range: `bytes=${length}-` } })
      assert.equal(response.status, 206)
      assert.ok(response.body)
      for await (const chunk of response.body) {
        hash.update(chunk)
        length += chunk.length
      }
    } catch (error) {
      idle = length === before ? idle + 1 : 0
      if (idle > 20) throw error
    }
  }
  assert.equal(length, size)
  return hash.digest('hex')
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`an upload arrives whole over a line that breaks and breaks, and a server that gets ${signal}`, async () => {
    const size = cutTestSize
    const path = await write('large.bin', size)
    await using relay = await openRelay({ cutAfter: Math.max(7_000_000, Math.ceil(size / 40)) })
    await using server = await openServer(join(folder, signal), relay.leadTo)
    let restarting: Promise<void> | undefined
    const done = Promise.withResolvers<string>()
    const upload = new Upload(createReadStream(path), {
      endpoint: `${relay.origin}/api/files/resumable`,
      uploadSize: size,
      metadata: { filename: 'large.bin' },
      // Begins anew whenever something has arrived. A server that was killed leaves a lock, which falls after 30 s.
      retryDelays: Array.from({ length: 400 }, () => 100),
      onProgress(sent) {
        if (sent > size / 2) restarting ??= server.restart(signal)
      },
      onError: done.reject,
      onSuccess: () => done.resolve(upload.url ?? ''),
    })
    upload.start()
    const id = (await done.promise).split('/').at(-1) ?? ''
    await restarting
    assert.ok(restarting)
    assert.ok(relay.cuts() >= 5, `${relay.cuts()} cuts`)
    const client = createClient({ baseUrl: server.origin(), schemas: endpoints })
    const { file } = await client.call('resumableResult', { params: { id } })
    assert.equal(file.size, size)
    const ticket = new URL(await ticketUrl(server.origin(), file.id))
    const cutsBefore = relay.cuts()
    const hash = await fetchAll(`${relay.origin}${ticket.pathname}${ticket.search}`, size)
    assert.ok(relay.cuts() > cutsBefore, 'the download was cut, too')
    assert.equal(hash, await hashOf(path))
    await until(async () => (await downloadCount(server.origin(), file.id)) === 1)
  })
}

const hasCurl = spawnSync('curl', ['--version']).status === 0

async function curl(...args: string[]): Promise<string> {
  const { stdout } = await run('curl', [
    '--silent',
    '--max-time',
    '60',
    '-H',
    'Tus-Resumable: 1.0.0',
    ...args,
  ])
  return stdout
}

/** Where there is no curl, tus-js-client above says the same words. */
if (hasCurl) {
  test('curl sends a file chunk by chunk over such a line', async () => {
    const bytes = randomBytes(3_000_000)
    const rest = join(folder, 'rest.bin')
    await using relay = await openRelay({ cutAfter: 700_000 })
    await using server = await openServer(join(folder, 'curl'), relay.leadTo)
    const name = Buffer.from('notes.bin').toString('base64')
    const created = await curl(
      ...['--include', '-X', 'POST', '-H', `Upload-Length: ${bytes.length}`],
      ...['-H', `Upload-Metadata: filename ${name}`, `${relay.origin}/api/files/resumable`],
    )
    const location = /^location: (\S+)/im.exec(created)?.[1] ?? ''
    const url = new URL(location, relay.origin).href
    let offset = 0
    let rounds = 0
    for (; offset < bytes.length; rounds += 1) {
      await writeFile(rest, bytes.subarray(offset))
      await curl(
        ...['-X', 'PATCH', '-H', `Upload-Offset: ${offset}`],
        ...['-H', 'Content-Type: application/offset+octet-stream', '--data-binary', `@${rest}`, url],
      ).catch(() => {})
      if (rounds === 2) await server.restart('SIGTERM')
      offset = await offsetAfter(url)
    }
    assert.ok(rounds >= 4, `${rounds} rounds`)
    const { file } = JSON.parse(await curl(`${url}/file`))
    const path = join(folder, 'back.bin')
    const ticket = new URL(await ticketUrl(server.origin(), file.id))
    const back = `${relay.origin}${ticket.pathname}${ticket.search}`
    const fetchOn = () => curl('--output', path, '--continue-at', '-', back)
    for (let broken = true; broken; ) {
      const size = await sizeOf(path)
      broken = await fetchOn().then(
        () => false,
        () => true,
      )
      assert.ok((await sizeOf(path)) > size, 'it goes on')
    }
    assert.ok((await readFile(path)).equals(bytes))
  })
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** Asks until the connection that broke has been given up on the other side, too. */
async function offsetAfter(url: string): Promise<number> {
  const head = await curl('--head', '--retry', '20', '--retry-all-errors', url)
  return Number(/^upload-offset: (\d+)/im.exec(head)?.[1])
}
