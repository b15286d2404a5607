import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'

test('connections that are reset behind a trusted proxy are no fault of the server', async () => {
  const lines: string[] = []
  const environment = { TRUSTED_PROXIES: '127.0.0.1' }
  await using server = await startServer({ environment, log: (line) => lines.push(line) })
  const { hostname, port } = new URL(server.baseUrl)
  const calls = [
    'GET /api/config HTTP/1.1\r\n',
    'GET /api/files/AAAAAAAAAAAAAAAAAAAAAA/info HTTP/1.1\r\n',
    'POST /api/auth/login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n',
    'PUT /api/put/a.bin HTTP/1.1\r\nContent-Length: 10\r\n',
  ]
  async function reset(call: string): Promise<void> {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    socket.write(`${call}Host: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n{}`, () => socket.resetAndDestroy())
    await closed
  }
  await Promise.all(Array.from({ length: 150 }, (_, count) => reset(calls[count % calls.length] ?? '')))
  // Calls sent earlier are answered earlier.
  assert.equal((await fetch(`${server.baseUrl}/api/config`)).status, 200)
  const faults = lines.filter((line) => JSON.parse(line).level >= 50)
  assert.deepEqual(faults.slice(0, 1), [], `${faults.length} faults in the log`)
})
