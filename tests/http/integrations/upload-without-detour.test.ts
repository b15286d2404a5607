import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '#client/transfers/send.ts'
import { startServer } from '#tests/support/server/server.ts'

test('a program that may call one address alone sends there what others send to the upload origin', async (context) => {
  await using server = await startServer({ environment: { UPLOAD_ORIGIN: 'http://127.0.0.1:1' } })
  const original = globalThis.fetch
  const asked: string[] = []
  context.mock.method(globalThis, 'fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const address = input instanceof Request ? input.url : String(input)
    asked.push(address)
    if (address.startsWith('http://127.0.0.1:1/')) throw new TypeError('not allowed')
    const answer = await original(input, init)
    if (!address.endsWith('/api/config')) return answer
    const config = await answer.json()
    // As if every file were one of those that proxies refuse.
    return Response.json({ ...config, routing: { ...config.routing, directAbove: 0 } })
  })
  const file = new File(['plan'], 'plan.txt')
  const { signal, abort } = stopper()
  const lost = send(file, { service: server.baseUrl, signal })
  while (!asked.some((address) => address.startsWith('http://127.0.0.1:1/'))) await new Promise(setImmediate)
  abort()
  await assert.rejects(lost)
  asked.length = 0
  const reply = await send(file, { service: server.baseUrl, direct: false })
  assert.equal(reply.file.filename, 'plan.txt')
  assert.ok(asked.length > 0 && asked.every((address) => address.startsWith(server.baseUrl)))
})

function stopper() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
