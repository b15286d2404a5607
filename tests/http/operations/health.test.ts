import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startServerProcess } from '#tests/support/server/server-process.ts'

const callers = 50

/** Answers of a server to one call of each caller, which reach it in one chunk. */
async function askAtOnce(baseUrl: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const calls = Array.from({ length: callers }, (_, number) =>
    [
      'GET /api/health HTTP/1.1',
      'host: here',
      ...(number === callers - 1 ? ['connection: close'] : []),
      '',
      '',
    ].join('\r\n'),
  )
  socket.write(calls.join(''))
  return text(socket)
}

test('many who ask at once how the service is share one look, and anyone who asks later has another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-health-'))
  const server = await startServerProcess(folder)
  try {
    const health = async () => (await fetch(`${server.baseUrl}/api/health`)).status
    const blobs = join(folder, 'blobs')
    const elsewhere = join(folder, 'elsewhere')
    assert.equal(await health(), 200)
    await rename(blobs, elsewhere)
    await writeFile(blobs, 'no folder')
    const answers = await askAtOnce(server.baseUrl)
    assert.equal(answers.match(/HTTP\/1\.1 503 /g)?.length, callers)
    await rm(blobs)
    await rename(elsewhere, blobs)
    assert.equal(await health(), 200)
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
    await rm(folder, { recursive: true, force: true })
  }
  const looks = server.output().split('health check failed').length - 1
  assert.ok(looks > 0 && looks < callers / 2, `${looks} looks for ${callers} callers`)
})
