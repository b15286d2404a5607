import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import { ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'

const token = 'a token of the metrics'

type Server = Awaited<ReturnType<typeof startServerProcess>>

/** A server of two workers, which is gone after the test. */
async function startWorkers(context: TestContext, { url, dataDir }: DatabasePlace): Promise<Server> {
  const server = await startServerProcess(dataDir, {
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    WORKERS: '2',
    METRICS_TOKEN: token,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '300',
  })
  const workers = await workersOf(server)
  context.after(async () => {
    server.child.kill('SIGKILL')
    await server.exited
    await until(async () => workers.every(isGone))
  })
  assert.equal(workers.length, 2, server.output())
  return server
}

/** The process ids of the workers that run, by age. */
async function workersOf({ child: { pid } }: Pick<Server, 'child'>): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** Those of a server's connections, by the ports of their callers, that a process holds. */
async function connectionsOf(pid: number): Promise<Set<number>> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder)
  // What is closed meanwhile has no target any more.
  const targets = await Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')))
  const held = new Set(targets)
  const tables = await Promise.all(['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8')))
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
  const own = rows.filter(([, , , , , , , , , inode]) => held.has(`socket:[${inode}]`))
  return new Set(own.map(([, , caller = '']) => Number.parseInt(caller.split(':')[1] ?? '', 16)))
}

async function metricsOf({ baseUrl }: Server): Promise<(sample: string) => number | undefined> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const answer = await fetch(`${baseUrl}/api/metrics`, { headers })
  const lines = (await answer.text()).split('\n')
  return (sample) => {
    const line = lines.find((one) => one.startsWith(`${sample} `))
    return line === undefined ? undefined : Number(line.slice(sample.length + 1))
  }
}

async function readBack({ baseUrl }: Server, id: string): Promise<Buffer> {
  const answer = await fetch(await ticketUrl(baseUrl, id))
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

forEachDatabase('a server of two workers', ({ place }) => {
  test('takes and hands out files with both, and counts them together', async (context) => {
    const server = await startWorkers(context, await place())
    const contents = Array.from({ length: 24 }, (_, number) => randomBytes(number % 2 ? 9_000 : 400_000))
    const files = await Promise.all(contents.map((bytes) => upload(server.baseUrl, bytes)))
    const back = await Promise.all(files.map(({ id }) => readBack(server, id)))
    for (const [index, bytes] of contents.entries()) assert.ok(back[index]?.equals(bytes))
    await until(async () => (await metricsOf(server))('restante_downloads_total') === files.length)
    const sample = await metricsOf(server)
    assert.equal(sample('restante_uploads_total'), files.length)
    assert.equal(sample('restante_live_files'), files.length)
    assert.equal(sample('restante_workers'), 2)
    const memory = ['1', '2'].map((worker) => sample(`restante_worker_memory_bytes{worker="${worker}"}`) ?? 0)
    assert.ok(memory.every((bytes) => bytes > 1_000_000))
    assert.ok((sample('process_resident_memory_bytes') ?? 0) > Math.max(...memory))
    // Whichever is free takes a connection: both do, sooner or later.
    await until(async () => {
      const samples = await metricsOf(server)
      return ['1', '2'].every(
        (worker) => (samples(`restante_worker_requests_total{worker="${worker}"}`) ?? 0) > 0,
      )
    })
  })

  test('ends when a worker is killed: the other finishes, and what was acknowledged is there', async (context) => {
    const at = await place()
    const server = await startWorkers(context, at)
    const acknowledged = new Map<string, Buffer>()
    let isDone = false
    async function send() {
      while (!isDone) {
        const bytes = randomBytes(200_000)
        const file = await upload(server.baseUrl, bytes).catch(() => undefined)
        if (file) acknowledged.set(file.id, bytes)
        else isDone = true
      }
    }
    const large = await upload(server.baseUrl, randomBytes(30_000_000))
    const [killed = 0, other = 0] = await workersOf(server)
    type Download = Awaited<ReturnType<typeof beginSlowDownload>>
    const downloads: Download[] = []
    const heldBy = async (pid: number) => {
      const ports = await connectionsOf(pid)
      return downloads.filter(({ localPort }) => ports.has(localPort))
    }
    // Whichever is free takes a connection, one of them also very many in a row.
    await until(async () => {
      downloads.push(await beginSlowDownload(`${server.baseUrl}/api/download/${large.id}/file`))
      return (await heldBy(killed)).length > 0 && (await heldBy(other)).length > 0
    })
    const going = await heldBy(other)
    const sending = Array.from({ length: 8 }, send)
    await until(async () => acknowledged.size > 16)
    process.kill(killed, 'SIGKILL')
    const whole = await Promise.all(going.map((download) => download.goOn({ fast: true })))
    for (const { body } of whole) assert.equal(body.length, 30_000_000)
    await Promise.all(sending)
    // So that the service manager starts it again.
    assert.deepEqual(await server.exited, { code: 1, signal: null })
    assert.match(server.output(), /a worker died: this instance ends/)
    const again = await startWorkers(context, at)
    for (const [id, bytes] of acknowledged) assert.ok((await readBack(again, id)).equals(bytes))
  })

  test('hands out once what may be had once, to fifty tickets at a time', async (context) => {
    const server = await startWorkers(context, await place())
    const bytes = randomBytes(2_000_000)
    const file = await upload(server.baseUrl, bytes, { deleteAfterDownload: 'true' })
    const urls = await Promise.all(Array.from({ length: 50 }, () => ticketUrl(server.baseUrl, file.id)))
    const answers = await Promise.all(
      urls.map(async (url) => {
        const answer = await fetch(url)
        return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
      }),
    )
    const served = answers.filter(({ status }) => status === 200)
    assert.equal(served.length, 1)
    assert.ok(served[0]?.body.equals(bytes))
  })

  test('lets downloads of both workers finish after SIGTERM, and nothing is left of it', async (context) => {
    const server = await startWorkers(context, await place())
    const workers = await workersOf(server)
    const bytes = randomBytes(30_000_000)
    const { id } = await upload(server.baseUrl, bytes)
    const downloads = await Promise.all(
      Array.from({ length: 4 }, () => beginSlowDownload(`${server.baseUrl}/api/download/${id}/file`)),
    )
    server.child.kill('SIGTERM')
    await until(() =>
      fetch(`${server.baseUrl}/live`).then(
        () => false,
        () => true,
      ),
    )
    const answers = await Promise.all(downloads.map((download) => download.goOn({ fast: true })))
    for (const { status, body } of answers) assert.ok(status === 200 && body.equals(bytes))
    assert.deepEqual(await server.exited, { code: 0, signal: null })
    assert.ok(workers.every(isGone))
  })

  test('is gone when its parent is killed', async (context) => {
    const server = await startWorkers(context, await place())
    const workers = await workersOf(server)
    server.child.kill('SIGKILL')
    await until(async () => workers.every(isGone))
  })
})

test('a wrong WORKERS, and a first worker that cannot start, end the start with a sentence', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-workers-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  for (const WORKERS of ['0', '65', 'many', '1.5']) {
    const server = await startServerProcess(folder, { WORKERS })
    assert.deepEqual(await server.exited, { code: 1, signal: null })
    assert.equal(
      server.output(),
      'Restante did not start. WORKERS is not valid: it has to be a whole number from 1 to 64.\n',
    )
  }
  const weak = `k1:${Buffer.alloc(32).toString('base64')}`
  const server = await startServerProcess(folder, { WORKERS: '2', MASTER_KEYS: weak })
  assert.deepEqual(await server.exited, { code: 1, signal: null })
  assert.match(server.output(), /^Restante did not start\. The master keys cannot be used\..*\n$/)
})
