import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, type Hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { UploadReply } from '#contract/transfers/files.ts'
import { createLargeContent } from '#tests/support/samples/large-content.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { ticketUrl } from '#tests/support/transfers/transfers.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'restante-large-'))
const server = await startServerProcess(join(folder, 'data'), {
  FREE_FILE_SIZE: '4GB',
  FREE_TRANSFER_SIZE: '5GB',
  LOG_LEVEL: 'warn',
})
after(async () => {
  server.child.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true })
})

const MIB = 1024 * 1024
const large = 3 * 1024 * MIB
const largeContent = createLargeContent(3 * 1024)
const block = randomBytes(MIB)

type Sent = { path: string; content: () => Iterable<Uint8Array> }

/** 2 000 files of 0 to 20 KB in 40 folders; the names are the same in each. */
const small: readonly Sent[] = Array.from({ length: 2000 }, (_, index) => {
  const name = `Größe ${Math.floor(index / 40)}.${index % 3 ? 'bin' : 'txt'}`
  const bytes =
    index % 3 ? block.subarray(index, index + index * 10) : Buffer.from(`${index}\n`.repeat(index))
  return { path: `Reise/Tag ${index % 40}/${name}`, content: () => [bytes] }
})

const boundary = 'large-transfer'

function* form(sent: readonly Sent[]): Generator<Uint8Array> {
  for (const { path, content } of sent) {
    const at = path.lastIndexOf('/')
    const name = path.slice(at + 1)
    if (at > 0)
      yield Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="folderPath_${name}"\r\n\r\n${path.slice(0, at)}\r\n`,
      )
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${sent.length > 1 ? 'files' : 'file'}"; filename="${name}"\r\n\r\n`,
    )
    yield* content()
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}

async function send(sent: readonly Sent[]): Promise<UploadReply> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const call = request(`${server.baseUrl}/api/files/upload-stream`, { method: 'POST', headers })
  const answered = once(call, 'response')
  await pipeline(Readable.from(form(sent), { objectMode: false }), call)
  const [answer]: IncomingMessage[] = await answered
  assert.ok(answer)
  const body = await text(answer)
  assert.equal(answer.statusCode, 201, body)
  return JSON.parse(body)
}

async function fetchFile(id: string): Promise<Readable> {
  const call = request(await ticketUrl(server.baseUrl, id)).end()
  const [answer]: IncomingMessage[] = await once(call, 'response')
  assert.equal(answer?.statusCode, 200)
  return answer
}

async function hashOf(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const hash: Hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

test('a file of 3 GB comes back as it went', async () => {
  const { file } = await send([{ path: 'large.bin', content: largeContent }])
  assert.equal(file.size, large)
  assert.equal(await hashOf(await fetchFile(file.id)), await hashOf(largeContent()))
})

test('2 000 files in 40 folders and one of 3 GB come back as they went, in an archive others open', async () => {
  const sent = [...small, { path: 'Reise/Film.bin', content: largeContent }]
  const { file, uploaded } = await send(sent)
  assert.equal(uploaded, sent.length)
  assert.equal(file.filename, 'Reise.zip')
  const archive = join(folder, 'Reise.zip')
  await pipeline(await fetchFile(file.id), createWriteStream(archive))

  await run('unzip', ['-tqq', archive])
  assert.match((await run('7z', ['t', archive], { maxBuffer: MIB })).stdout, /Everything is Ok/)
  await run('python3', ['-m', 'zipfile', '-t', archive], { maxBuffer: MIB })

  const out = join(folder, 'out')
  await run('unzip', ['-qq', archive, '-d', out], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const found = await readdir(out, { recursive: true, withFileTypes: true })
  assert.equal(found.filter((entry) => entry.isFile()).length, sent.length)
  for (const { path, content } of sent)
    assert.equal(await hashOf(createReadStream(join(out, path))), await hashOf(content()), path)

  // What the page gives one by one is what unzip gives: some of the small ones, and the last.
  for (const [n, { path }] of sent.entries()) {
    if (n % 50 > 0 && n < small.length) continue
    const { body } = await fetch(`${server.baseUrl}/api/download/${file.id}/members/${n}`)
    assert.ok(body)
    assert.equal(await hashOf(body), await hashOf(createReadStream(join(out, path))), path)
  }
})
