import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-ready-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function ask(url: string) {
  const answer = await fetch(url)
  return { status: answer.status, text: await answer.text(), caching: answer.headers.get('cache-control') }
}

test('after SIGTERM an instance is not ready first, still answers, and then ends', async () => {
  const { baseUrl, child, exited } = await startServerProcess(join(folder, 'drain'), {
    LOG_LEVEL: 'silent',
    DRAIN_DELAY_SECONDS: '1',
    DRAIN_SECONDS: '30',
  })
  assert.deepEqual(await ask(`${baseUrl}/live`), { status: 200, text: 'live\n', caching: 'no-store' })
  assert.deepEqual(await ask(`${baseUrl}/ready`), { status: 200, text: 'ready\n', caching: 'no-store' })
  child.kill('SIGTERM')
  let ready = await ask(`${baseUrl}/ready`)
  while (ready.status === 200) ready = await ask(`${baseUrl}/ready`)
  assert.deepEqual(ready, { status: 503, text: 'draining\n', caching: 'no-store' })
  assert.equal((await ask(`${baseUrl}/live`)).status, 200)
  const answer = await fetch(`${baseUrl}/api/config`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('connection'), 'close')
  assert.deepEqual(await exited, { code: 0, signal: null })
})

test('a request that was on its way when an instance stopped listening is answered', async () => {
  const { baseUrl, child, exited } = await startServerProcess(join(folder, 'late'), { LOG_LEVEL: 'silent' })
  const { port } = new URL(baseUrl)
  const late = connect(Number(port), '127.0.0.1')
  await once(late, 'connect')
  late.write(`GET /api/config HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`)
  // The server has read that much once it answers another.
  await ask(`${baseUrl}/live`)
  child.kill('SIGTERM')
  const isListening = () =>
    ask(`${baseUrl}/live`).then(
      () => true,
      () => false,
    )
  while (await isListening());
  late.write('\r\n')
  const answer = await text(late)
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(answer, /^connection: close\r$/im)
  assert.deepEqual(await exited, { code: 0, signal: null })
})

test('DRAIN_SECONDS is what a running upload gets after SIGTERM', async (t) => {
  const { baseUrl, child, exited } = await startServerProcess(join(folder, 'short'), {
    LOG_LEVEL: 'silent',
    DRAIN_SECONDS: '0',
  })
  const upload = request(`${baseUrl}/api/files/upload`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000' },
  })
  const broken = once(upload, 'error')
  upload.write('--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nsome text')
  await once(upload, 'socket')
  await ask(`${baseUrl}/live`)
  const startedAt = performance.now()
  child.kill('SIGTERM')
  await broken
  assert.deepEqual(await exited, { code: 0, signal: null })
  // The usual 8 seconds would be over this.
  atMost(t, 'gone after', performance.now() - startedAt, 7_000, 'ms')
})

test('a drain or pool value that is wrong ends the start with a sentence', async () => {
  const server = await startServerProcess(join(folder, 'wrong'), {
    DATABASE_POOL_SIZE: '1',
    DRAIN_SECONDS: '-1',
    DRAIN_DELAY_SECONDS: 'soon',
  })
  assert.deepEqual(await server.exited, { code: 1, signal: null })
  assert.deepEqual(server.output().split('\n'), [
    'Restante did not start. DATABASE_POOL_SIZE is not valid: it has to be a whole number from 2 to 200.',
    'DRAIN_SECONDS is not valid: it has to be a whole number from 0 to 3600.',
    'DRAIN_DELAY_SECONDS is not valid: it has to be a whole number from 0 to 300.',
    '',
  ])
})

test('a data folder that cannot be used: the start says why, who runs, whose it is and what to run', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  const owner = await stat('/sys')
  for (const [path, says] of [
    [join(file, 'data'), `cannot be used: ${file} is a file, not a folder.`],
    [file, `cannot be used: ${file} is a file, not a folder.`],
    [
      '/sys/restante/data',
      `cannot be made or written: the server runs as user ${uid} and group ${gid}, and /sys belongs to user ${owner.uid} and group ${owner.gid}. Unless the disk is read-only, run as root: mkdir -p /sys/restante/data && chown -R ${uid}:${gid} /sys/restante/data`,
    ],
  ] as const) {
    const server = await startServerProcess(path)
    assert.deepEqual(await server.exited, { code: 1, signal: null })
    assert.equal(server.output(), `Restante did not start. DATA_DIR ${path} ${says}\n`)
  }
})
