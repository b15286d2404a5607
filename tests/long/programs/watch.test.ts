import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let folder: string
let server: TestServer

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-watch-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Event = Record<string, unknown>

/** Starts `restante watch` on a folder; `next` resolves with the next event of a kind, of a path. */
async function watch(outbox: string, { url = server.baseUrl, settle = '1' } = {}) {
  const args = [programs.commandLine, 'watch', outbox, '--url', url, '--settle', settle, '--json']
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...childEnvironment(), HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  assert.ok(child.stdout)
  const events: Event[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => events.push(JSON.parse(line)))
  async function next(event: string, path?: string): Promise<Event> {
    for (;;) {
      const found = events.find((one) => one.event === event && (path === undefined || one.path === path))
      if (found) return found
      assert.equal(child.exitCode, null, JSON.stringify(events))
      await once(lines, 'line', { signal: AbortSignal.timeout(30_000) })
    }
  }
  await next('watching')
  return {
    events,
    next,
    async end(signal: NodeJS.Signals) {
      const closed = once(child, 'close')
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

/** Bytes that the receiver of a sent file gets. */
async function received({ file }: Event): Promise<string> {
  assert.ok(typeof file === 'object' && file !== null && 'id' in file)
  const { url } = await server.client.call('downloadTicket', { params: { id: String(file.id) }, body: {} })
  return (await fetch(server.baseUrl + url)).text()
}

function sentPaths(events: readonly Event[]): unknown[] {
  return events.flatMap(({ event, path }) => (event === 'sent' ? [path] : []))
}

test('new files are sent when they have stopped changing, and none twice after a crash', async () => {
  const outbox = await mkdtemp(join(folder, 'outbox-'))
  await writeFile(join(outbox, 'old.txt'), 'was here before')
  const first = await watch(outbox, { settle: '2' })
  await mkdir(join(outbox, 'inner'))
  await writeFile(join(outbox, '.hidden'), 'no')
  await writeFile(join(outbox, 'inner', 'new.txt'), 'of today')
  const growing = join(outbox, 'growing.log')
  // Long enough apart to send the file between two lines.
  const writing = setInterval(() => void appendFile(growing, 'line\n'), 300)
  const whole = await first.next('sent', 'inner/new.txt')
  await first.next('changing', 'growing.log')
  clearInterval(writing)
  await appendFile(growing, 'the end\n')
  assert.equal(await received(whole), 'of today')
  assert.match(await received(await first.next('sent', 'growing.log')), /^(?:line\n)+the end\n$/)
  assert.equal(first.events.filter(({ event }) => event === 'changing').length, 1)
  await first.end('SIGKILL')

  // A crash may cut off the last line of the state file.
  await appendFile(join(outbox, '.restante-watch'), '{"path":"old')
  await writeFile(join(outbox, 'meanwhile.txt'), 'came while nothing ran')
  const second = await watch(outbox)
  await second.next('sent', 'meanwhile.txt')
  await writeFile(join(outbox, 'old.txt'), 'changed since')
  assert.equal(await received(await second.next('sent', 'old.txt')), 'changed since')
  assert.equal(await second.end('SIGTERM'), 0)
  assert.deepEqual(sentPaths(second.events), ['meanwhile.txt', 'old.txt'])
  assert.deepEqual(second.events.at(-1), { success: true, event: 'stopped', sent: 2 })
})

test('a refused file is tried again, and holds no other up', async () => {
  let refusals = 0
  const front = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    if (body.includes('late.txt') && refusals < 1) {
      refusals += 1
      const refusal = { success: false, code: 'STORAGE_UNAVAILABLE', message: 'Storage is not available.' }
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
      return
    }
    const { method, headers } = incoming
    const onward = request(server.baseUrl + incoming.url, { method, headers }, (answer) => {
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers))
    })
    onward.end(body)
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const address = front.address()
  assert.ok(address && typeof address === 'object')
  try {
    const outbox = await mkdtemp(join(folder, 'outbox-'))
    const program = await watch(outbox, { url: `http://127.0.0.1:${address.port}` })
    // Both appear at once, so that one round takes them.
    const ready = await mkdtemp(join(folder, 'ready-'))
    await writeFile(join(ready, 'late.txt'), 'late')
    await writeFile(join(ready, 'other.txt'), 'other')
    await rename(ready, join(outbox, 'pair'))
    assert.equal(await received(await program.next('sent', 'pair/late.txt')), 'late')
    const refused = await program.next('refused', 'pair/late.txt')
    assert.deepEqual([refused.success, refused.code], [false, 'STORAGE_UNAVAILABLE'])
    assert.equal(await program.end('SIGINT'), 0)
    assert.deepEqual(sentPaths(program.events), ['pair/other.txt', 'pair/late.txt'])
    assert.equal(refusals, 1)
  } finally {
    front.close()
  }
})

test('a folder is required', async () => {
  for (const args of [['watch'], ['watch', join(folder, 'none')], ['watch', folder, '--settle', '0']]) {
    const { code, answer } = await runForScript([...args, '--url', server.baseUrl])
    assert.deepEqual([code, answer.code], [2, 'USAGE'])
  }
})
