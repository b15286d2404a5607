import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, test } from 'node:test'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
before(async () => {
  server = await startServer({ web: true })
})
after(() => server[Symbol.asyncDispose]())

async function ask(method: string, path: string, type?: string) {
  const sending = request(server.baseUrl + path, {
    method,
    headers: type === undefined ? {} : { 'content-type': type, 'content-length': 6 },
  })
  sending.end(type === undefined ? undefined : 'a body')
  const [answer]: IncomingMessage[] = await once(sending, 'response')
  assert.ok(answer)
  const text = Buffer.concat(await answer.toArray()).toString()
  return { status: answer.statusCode, text }
}

const types = [
  undefined,
  'application/json',
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'no type at all',
]

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'OPTIONS', 'REPORT'])
  test(`an unknown address is 404 to ${method}, whatever its body is`, async () => {
    // PUT takes what stands behind the first slash for the name of a file.
    const page = method === 'PUT' ? '/nonsense/deeper' : '/nonsense'
    for (const path of ['/api/nonsense', '/api/config', page, '/assets/nonsense.js', '/api/put'])
      for (const type of types) {
        const { status, text } = await ask(method, path, type)
        const where = `${method} ${path} ${type}`
        assert.equal(status, 404, `${where}: ${text}`)
        assert.equal(JSON.parse(text).code, 'NOT_FOUND', where)
      }
  })

test('an unknown address is 404 to GET and HEAD below /api', async () => {
  assert.equal((await ask('GET', '/api/nonsense')).status, 404)
  assert.deepEqual(await ask('HEAD', '/api/nonsense'), { status: 404, text: '' })
})

test('a slash at the end of an address changes nothing', async () => {
  for (const path of ['/api/config', '/robots.txt', '/health', '/download/abc'])
    assert.deepEqual((await ask('GET', `${path}/`)).status, (await ask('GET', path)).status, path)
  const form = 'multipart/form-data; boundary=b'
  for (const path of ['/api/files/upload', '/api/files/upload-multiple'])
    assert.deepEqual(await ask('POST', `${path}/`, form), await ask('POST', path, form))
})
