import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { startSlowClamd } from '#tests/support/services/slow-clamd.ts'
import { sendForm } from '#tests/support/transfers/transfers.ts'

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
