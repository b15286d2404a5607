import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'

test('the worker for what pages decrypt is served, and beside it nothing that could be saved as a file', async () => {
  await using server = await startServer({ web: true })
  const worker = await fetch(`${server.baseUrl}/opened/worker.js`)
  assert.equal(worker.status, 200)
  assert.match(worker.headers.get('content-type') ?? '', /javascript/)
  assert.equal(worker.headers.get('cache-control'), 'no-cache')
  assert.match(
    worker.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; connect-src 'self'; require-trusted-types-for/,
  )
  // fetch would name a mode of its own.
  async function ask(headers: Record<string, string>, method = 'GET') {
    const request = get(`${server.baseUrl}/opened/3f2a`, { method, headers })
    const [answer]: IncomingMessage[] = await once(request, 'response')
    answer?.resume()
    return [answer?.statusCode, answer?.headers['cache-control']]
  }
  const navigation = { 'sec-fetch-mode': 'navigate' }
  for (const asked of [
    ask(navigation),
    ask({ ...navigation, range: 'bytes=5-' }),
    ask({}),
    ask(navigation, 'HEAD'),
  ])
    assert.deepEqual(await asked, [404, 'no-store'])
})
