import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { kills } from '#tests/support/server/thoroughness.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-stop-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const marker = Buffer.from('this-text-must-never-stand-on-the-disk-in-plain')

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Bytes that carry the marker again and again. */
function marked(size: number): Buffer {
  const bytes = randomBytes(size)
  for (let at = 0; at + marker.length <= size; at += 4096) marker.copy(bytes, at)
  return bytes
}

async function plainOnDisk(place: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.includes(marker)) found.push(path)
  }
  return found
}

test(`killed at ${kills} moments: what was acknowledged is whole, the rest is gone, nothing is plain`, async () => {
  const place = join(folder, 'kill')
  const acknowledged = new Map<string, string>()
  // Killed at once, and then at any moment of the time that the uploads take when nobody kills: that is measured first.
  let longest = 0
  for (let round = 0; round <= kills; round += 1) {
    const server = await startServerProcess(place, { LOG_LEVEL: 'silent' })
    const started = performance.now()
    const sizes = [20_000, 300_000, 3_000_000, 12_000_000]
    const uploads = sizes.map(async (size) => {
      const bytes = marked(size)
      const file = await upload(server.baseUrl, bytes)
      acknowledged.set(file.id, sha256(bytes))
    })
    const settled = Promise.allSettled(uploads)
    const moment = round === 1 ? 0 : Math.random() * longest
    if (round > 0) setTimeout(() => server.child.kill('SIGKILL'), moment)
    else {
      await settled
      longest = performance.now() - started
      server.child.kill('SIGKILL')
    }
    await server.exited
    await settled
    assert.deepEqual(await plainOnDisk(place), [])
  }
  assert.ok(acknowledged.size >= 4 && acknowledged.size < (kills + 1) * 4, String(acknowledged.size))
  await using server = await startServer({ dataDir: place })
  await server.sweep()
  server.clock.advance(6 * 60_000)
  await server.sweep()
  for (const [id, hash] of acknowledged) {
    const response = await fetch(`${server.baseUrl}/api/download/${id}/file`)
    assert.equal(sha256(Buffer.from(await response.arrayBuffer())), hash)
  }
  const rows = await server.services.database.selectFrom('links').select('id').execute()
  // A kill between the commit and the answer leaves a whole file whose id nobody was told.
  const known = new Set(rows.map(({ id }) => id))
  for (const id of acknowledged.keys()) assert.ok(known.has(id))
  assert.ok(known.size - acknowledged.size <= kills)
  const blobs = await Array.fromAsync(server.services.blobs.default.list(server.clock.now() + 1))
  // Small ones lie in the database, with their rows or not at all.
  const small = await server.services.database.selectFrom('small_blobs').select('id').execute()
  assert.ok(blobs.length > 0 && small.length > 0)
  assert.equal(blobs.length + small.length, known.size)
  assert.deepEqual(await readdir(join(place, 'blobs', 'staged')), [])
})

test('asked to stop, the server lets a running download finish and is gone within ten seconds', async (t) => {
  const server = await startServerProcess(join(folder, 'term'))
  const bytes = randomBytes(60_000_000)
  const file = await upload(server.baseUrl, bytes)
  const response = await fetch(`${server.baseUrl}/api/download/${file.id}/file`)
  const started = Date.now()
  server.child.kill('SIGTERM')
  const hash = createHash('sha256')
  assert.ok(response.body)
  let read = 0
  for await (const chunk of response.body) {
    hash.update(chunk)
    read += chunk.length
    if (read % 8 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(hash.digest('hex'), sha256(bytes))
  assert.deepEqual(await server.exited, { code: 0, signal: null })
  atMost(t, 'gone after', Date.now() - started, 10_000, 'ms')
})

for (const [what, environment, name] of [
  ['a wrong option', { PORT: 'http' }, 'PORT'],
  ['a weak master key', { MASTER_KEYS: `k1:${Buffer.alloc(32).toString('base64')}` }, 'master key'],
  ['an unreachable database', { DATABASE_URL: 'postgres://u:secret-word@127.0.0.1:1/x' }, 'PostgreSQL'],
] as const) {
  test(`${what} stops the start with one sentence`, async () => {
    const server = await startServerProcess(join(folder, 'refused'), environment)
    assert.equal((await server.exited).code, 1)
    const complaint = server.output().trim().split('\n')
    assert.equal(complaint.length, 1, server.output())
    assert.match(complaint[0] ?? '', new RegExp(name))
    assert.doesNotMatch(server.output(), /secret-word|AAAAAAAA/)
  })
}

test('without its keys the server does not start, and deletes nothing', async () => {
  const place = join(folder, 'keys')
  const first = await startServerProcess(place)
  await upload(first.baseUrl, randomBytes(10))
  first.child.kill('SIGTERM')
  await first.exited
  const keys = join(place, 'keys', 'master-keys')
  const text = await readFile(keys, 'utf8')
  const blobs = await readdir(join(place, 'blobs'), { recursive: true })
  await chmod(keys, 0o644)
  const open = await startServerProcess(place)
  assert.equal((await open.exited).code, 1)
  assert.match(open.output(), /mode must be 600/)
  await unlink(keys)
  const missing = await startServerProcess(place)
  assert.equal((await missing.exited).code, 1)
  assert.match(missing.output(), /master keys are missing/)
  const other = await startServerProcess(place, { MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}` })
  assert.equal((await other.exited).code, 1)
  assert.ok(!(open.output() + missing.output() + other.output()).includes(text.slice(3, 20)))
  assert.deepEqual(await readdir(join(place, 'blobs'), { recursive: true }), blobs)
})

test('no secret reaches the log, however much it reports', async () => {
  const server = await startServerProcess(join(folder, 'log'), { LOG_LEVEL: 'trace' })
  const file = await upload(
    server.baseUrl,
    marked(100),
    { password: 'pass-in-form', description: 'told-in-confidence' },
    'named.txt',
  )
  const url = `${server.baseUrl}/api/download/${file.id}`
  await fetch(`${url}/file?password=pass-in-query`)
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: 'pass-in-form' })
  const answer = await fetch(`${url}/ticket`, { method: 'POST', headers: json, body })
  const { ticket } = JSON.parse(await answer.text())
  await (await fetch(`${url}/file?ticket=${ticket}`)).arrayBuffer()
  const deletion = new URL(file.deletionUrl).hash.slice(1)
  await fetch(`${server.baseUrl}/api/files/${file.id}`, {
    method: 'DELETE',
    headers: { 'x-deletion-token': deletion },
  })
  server.child.kill('SIGTERM')
  await server.exited
  for (const secret of ['pass-in', 'told-in', 'named.txt', ticket, deletion, file.id]) {
    assert.ok(!server.output().includes(secret), secret)
  }
})
