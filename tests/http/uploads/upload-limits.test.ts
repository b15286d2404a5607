import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

forEachDatabase('uploads of one address', ({ place }) => {
  test('are counted whatever number of them an hour may have', async () => {
    await using server = await startServer({ ...(await place()), environment: { UPLOADS_PER_HOUR: '7' } })
    server.clock.freeze()
    for (let sent = 0; sent < 7; sent += 1) await upload(server.baseUrl, randomBytes(10))
    const one = [{ name: 'file', bytes: randomBytes(10), filename: 'a.bin' }]
    const refused = await sendForm(server.baseUrl, one)
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 500 && wait < 520, String(wait))
    assert.equal(await codeOf(refused, 429), 'RATE_LIMITED')
    server.clock.advance(wait * 1000)
    await upload(server.baseUrl, randomBytes(10))
  })

  test('are allowed at once after a clock that was a day ahead was set right, and counted', async () => {
    await using server = await startServer({ ...(await place()), environment: { UPLOADS_PER_HOUR: '60' } })
    const { clock } = server
    clock.freeze()
    clock.advance(24 * 60 * 60_000)
    await upload(server.baseUrl, randomBytes(10))
    clock.advance(-24 * 60 * 60_000)
    await upload(server.baseUrl, randomBytes(10))
    const one = [{ name: 'file', bytes: randomBytes(10), filename: 'a.bin' }]
    const refused = await sendForm(server.baseUrl, one)
    const wait = Number(refused.headers.get('retry-after'))
    assert.equal(await codeOf(refused, 429), 'RATE_LIMITED')
    assert.ok(wait <= 60, String(wait))
    clock.advance(wait * 1000)
    await upload(server.baseUrl, randomBytes(10))
  })
})

test('a small form that is refused before it has arrived gets its answer, and not a reset', async () => {
  await using server = await startServer({ environment: { ANONYMOUS_UPLOADS: 'off' } })
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const failed: unknown[] = []
  socket.on('error', (error) => failed.push(error))
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes))
  socket.write(
    'POST /api/files/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 30000\r\n\r\n',
  )
  await once(socket, 'end')
  assert.match(answer, /^HTTP\/1\.1 401 /)
  // The first bytes after a reset only provoke it; the second would meet it.
  for (let part = 0; part < 3; part += 1) {
    await new Promise((resolve) => socket.write(Buffer.alloc(10_000), resolve))
    await server.client.call('config')
  }
  socket.end()
  if (!socket.destroyed) await once(socket, 'close')
  assert.deepEqual(failed, [])
})
