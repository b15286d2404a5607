import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { s3Environment, startS3Faults } from '#tests/support/services/s3-faults.ts'
import { startS3Stub } from '#tests/support/services/s3-stub.ts'
import { startSlowClamd } from '#tests/support/services/slow-clamd.ts'
import { beginPatch, createUpload, offsetOf } from '#tests/support/transfers/resumable-uploads.ts'
import { sendForm, until } from '#tests/support/transfers/transfers.ts'

/** Longer than a framework waits for what happens before it closes, if it waits at all. */
const storingMs = 12_000

test('a server that is told to stop waits for a store that takes its time, and ends cleanly', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-stop-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await using stub = await startS3Stub()
  await using store = await startS3Faults(stub.settings.endpoint)
  const environment = { ...s3Environment(stub.settings, store.endpoint), DRAIN_SECONDS: '30' }
  const first = await startServerProcess(folder, environment)
  assert.match(first.output(), /is listening/)
  const url = await createUpload(first, 40_000_000)
  const before = store.seen.length
  const stored = pause(storingMs)
  store.setFault(() => stored)
  const patch = beginPatch(url, 0)
  // So much that some of it is on its way into the store already.
  const writing = patch.write(randomBytes(20_000_000))
  await until(async () => store.seen.length > before)
  first.child.kill('SIGTERM')
  assert.deepEqual(await first.exited, { code: 0, signal: null }, first.output())
  assert.doesNotMatch(first.output(), /did not stop cleanly/)
  await Promise.all([writing, patch.answered])
  store.heal()
  const second = await startServerProcess(folder, environment)
  context.after(() => second.child.kill('SIGKILL'))
  const { pathname } = new URL(url)
  assert.ok((await offsetOf(second.baseUrl + pathname)) > 0)
})

test('a server that is told to stop does not stay for a scanner that takes its time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-stop-'))
  const clamd = await startSlowClamd()
  const server = await startServerProcess(folder, { CLAMD_URL: clamd.url })
  try {
    const file = { name: 'file', bytes: Buffer.from('text'), filename: 'a.txt' }
    const sending = assert.rejects(sendForm(server.baseUrl, [file]))
    await clamd.busy
    const stallTimeoutMs = AbortSignal.timeout(20_000)
    stallTimeoutMs.addEventListener('abort', () => server.child.kill('SIGKILL'))
    server.child.kill('SIGTERM')
    assert.deepEqual(await server.exited, { code: 0, signal: null })
    await sending
  } finally {
    server.child.kill('SIGKILL')
    await clamd.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
