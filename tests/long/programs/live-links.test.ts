import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { receive, send } from '#client/transfers/index.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { beginPatch, patchUpload, sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { forEveryone } from '#tests/support/transfers/sealed/sealed-transfers.ts'

const bytes = randomBytes(6_000_000)
let folder: string
let server: TestServer
let slow: { url: string; close(): void }

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-live-'))
  server = await startServer({ environment: { ...forEveryone, RATE_LIMITS: 'off' } })
  slow = await slowLine(Number(new URL(server.baseUrl).port))
  await writeFile(join(folder, 'a.bin'), bytes)
})
after(async () => {
  slow.close()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** A line to the server that takes some three seconds for the bytes. */
async function slowLine(port: number) {
  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const delay = new Transform({
      transform(chunk: Buffer, _, done) {
        void pause(chunk.length / 2000).then(() => done(null, chunk))
      },
    })
    near.pipe(delay).pipe(far).pipe(near)
    for (const socket of [near, far])
      socket
        .on('error', () => {})
        .on('close', () => {
          near.destroy()
          far.destroy()
        })
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const address: AddressInfo | string | null = line.address()
  assert.ok(address !== null && typeof address === 'object')
  return { url: `http://127.0.0.1:${address.port}`, close: () => line.close() }
}

const idOf = (link: unknown) => /\/download\/([\w-]{22})/.exec(String(link))?.[1]

test('an upload tells its link before its end, as it is at the end', async () => {
  for (const more of [[], ['--end-to-end']]) {
    const args = ['upload', '--url', slow.url, ...more, join(folder, 'a.bin')]
    const { code, answer, stderr } = await runForScript(args)
    assert.equal(code, 0, stderr)
    const early = /^You can send the link now: (\S+)$/m.exec(stderr)?.[1]
    assert.ok(early, stderr)
    const said: unknown = answer.link ?? Reflect.get(Object(answer.file), 'downloadUrl')
    assert.equal(early, said)
  }
})

test('a download waits for a file that is still being uploaded', async () => {
  const created = await sendCreation(server, bytes.length, { filename: 'late.bin' })
  const id = idOf(created.headers.get('x-download-url'))
  const url = `${server.baseUrl}${created.headers.get('location')}`
  const sending = beginPatch(url, 0)
  await sending.write(bytes.subarray(0, 1_000_000))
  const downloading = runCommand(['download', `${server.baseUrl}/download/${id}`, '--output', folder])
  const waiting: number[] = []
  const received = receive(`${server.baseUrl}/download/${id}`, {
    onArriving: (_, total) => void waiting.push(total),
  })
  await pause(3000)
  await sending.write(bytes.subarray(1_000_000))
  sending.end()
  const { code, stderr } = await downloading
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^Still being uploaded\./)
  assert.deepEqual(await readFile(join(folder, 'late.bin')), bytes)
  assert.equal(waiting[0], bytes.length)
  assert.equal((await received).file.filename, 'late.bin')
})

test('a download of an upload that ended says so', async () => {
  const created = await sendCreation(server, 10, { filename: 'never.bin' })
  const url = `${server.baseUrl}${created.headers.get('location')}`
  await patchUpload(url, 0, randomBytes(5))
  await fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  const link = `${server.baseUrl}/download/${idOf(created.headers.get('x-download-url'))}`
  const { code, stderr } = await runCommand(['download', link, '--output', folder])
  assert.equal(code, 1)
  assert.match(stderr, /ended before it was complete/)
})

test('the client tells the link before the upload has ended', async () => {
  let early = ''
  const reply = await send(new File([bytes], 'b.bin'), {
    service: slow.url,
    onLink: (link) => (early = link),
  })
  assert.equal(early, reply.file.downloadUrl)
})
