import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { newStepsToken } from '#client/follow-steps.ts'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
/** What a server may hold at most under any of this, and how long others may wait then; see docs/operations.md. */
const maxMemory = 300 * MIB
const maxWait = 1000
const numbers = thorough
  ? { readers: 1000, listeners: 4000, fields: 100_000, members: 80_000 }
  : { readers: 100, listeners: 300, fields: 20_000, members: 8000 }

let folder: string
let server: Awaited<ReturnType<typeof startServerProcess>>
// Each test has its own: what a process has held once it seldom returns.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-memory-'))
  server = await startServerProcess(folder, { TRUSTED_PROXIES: '127.0.0.1' })
})
afterEach(async () => {
  server.child.kill('SIGKILL')
  await server.exited
  await rm(folder, { recursive: true, force: true })
})

/** Bytes of memory that the server holds. */
function memory(): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/**
 * Does something to the server while others ask it for a page, and get it. Bounds what it holds at most meanwhile, and how
 * long others wait.
 * @param maxGrowth bytes that it may hold more than before
 */
async function watch(t: TestContext, work: () => Promise<void>, maxGrowth = maxMemory): Promise<void> {
  const before = memory()
  let most = before
  let longest = 0
  let working = true
  const statuses = new Set<number>()
  const looking = (async () => {
    while (working) {
      const began = performance.now()
      const answer = await fetch(`${server.baseUrl}/api/config`)
      await answer.arrayBuffer()
      statuses.add(answer.status)
      longest = Math.max(longest, performance.now() - began)
      most = Math.max(most, memory())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  try {
    await work()
  } finally {
    working = false
    await looking
  }
  assert.deepEqual([...statuses], [200])
  assert.equal(server.child.exitCode, null)
  atMost(t, 'memory', most / MIB, maxMemory / MIB, 'MB')
  atMost(t, 'growth', (most - before) / MIB, maxGrowth / MIB, 'MB')
  atMost(t, 'others waited', longest, maxWait, 'ms')
}

async function open(index: number, request: string): Promise<Socket> {
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${request} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.${index >> 6}.1\r\n\r\n`)
  return socket
}

test('readers that stop reading cost little, and others are served', { timeout: 300_000 }, async (t) => {
  const { id } = await upload(server.baseUrl, new Uint8Array(40 * MIB))
  const sockets: Socket[] = []
  await watch(t, async () => {
    for (let index = 0; index < numbers.readers; index += 1) {
      const socket = await open(index, `GET /api/download/${id}/file`)
      sockets.push(socket)
      await once(socket, 'readable')
    }
    const whole = await fetch(`${server.baseUrl}/api/download/${id}/file`)
    assert.equal((await whole.arrayBuffer()).byteLength, 40 * MIB)
  })
  for (const socket of sockets) socket.destroy()
})

test('listeners to steps cost little, and others are served', { timeout: 300_000 }, async (t) => {
  const sockets: Socket[] = []
  await watch(t, async () => {
    for (let index = 0; index < numbers.listeners; index += 1) {
      const socket = await open(index, `GET /api/files/steps/${newStepsToken()}`)
      sockets.push(socket)
      await once(socket, 'readable')
    }
    await new Promise((resolve) => setTimeout(resolve, 1500))
  })
  for (const socket of sockets) socket.destroy()
})

/** Sends a form and gives the status of the answer. */
async function send(body: Readable): Promise<number> {
  const sending = request(`${server.baseUrl}/api/files/upload-multiple`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=XX' },
  })
  // Of more than is read after a refusal the rest meets a closed connection.
  sending.on('error', () => {})
  const answered = once(sending, 'response')
  body.pipe(sending)
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

/** The parts of a form, a hundred at a time. */
async function* formOf(count: number, part: (index: number) => string) {
  for (let index = 0; index < count; index += 100) {
    const parts = Array.from({ length: 100 }, (_, offset) => `--XX\r\n${part(index + offset)}\r\n`)
    yield Buffer.from(parts.join(''))
  }
  yield Buffer.from('--XX--\r\n')
}

test('as many files as a link may carry cost some 20 MB', { timeout: 300_000 }, async (t) => {
  const member = (index: number) =>
    `Content-Disposition: form-data; name="files"; filename="${String(index).padStart(60, 'n')}"\r\n\r\na`
  // What the server needs anyway it has after a few of them.
  for (let round = 0; round < 8; round += 1)
    assert.equal(await send(Readable.from(formOf(5000, member))), 201)
  const work = async () => assert.equal(await send(Readable.from(formOf(80_000, member))), 201)
  await watch(t, work, 60 * MIB)
})

const junk = `X-Junk: ${'j'.repeat(7000)}\r\n`

for (const [what, count, part] of [
  [
    'folder paths with long names',
    numbers.fields,
    (index: number) =>
      `${junk}Content-Disposition: form-data; name="folderPath_${index}${'x'.repeat(245)}"\r\n\r\na`,
  ],
  [
    'members with long names',
    numbers.members,
    (index: number) =>
      `${junk}Content-Disposition: form-data; name="files"; filename="${String(index).padStart(200, 'n')}"\r\n\r\na`,
  ],
  [
    'folders of one file each',
    numbers.members,
    (index: number) =>
      `Content-Disposition: form-data; name="folderPath_a"\r\n\r\n${index}/${'d'.repeat(100)}\r\n--XX\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\na`,
  ],
] as const) {
  test(`a form of ${what} costs little, and others are served`, { timeout: 300_000 }, async (t) => {
    await watch(t, async () => {
      const status = await send(Readable.from(formOf(count, part)))
      t.diagnostic(`answered ${status}`)
      assert.ok(status === 201 || status === 413 || status === 400)
    })
  })
}
