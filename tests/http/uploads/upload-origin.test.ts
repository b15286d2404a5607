import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, upload } from '#tests/support/transfers/transfers.ts'

const page = 'https://files.example.eu'
const environment = { PUBLIC_URL: page, UPLOAD_ORIGIN: 'https://uploads.example.eu' }
const id = 'A'.repeat(22)
const tus = { 'tus-resumable': '1.0.0' }

const uploadCalls = [
  ['POST', '/api/files/upload'],
  ['POST', '/api/files/upload-multiple'],
  ['POST', '/api/files/upload-stream'],
  ['POST', '/api/files/resumable'],
  ['HEAD', `/api/files/resumable/${id}`],
  ['PATCH', `/api/files/resumable/${id}`],
  ['DELETE', `/api/files/resumable/${id}`],
  ['GET', `/api/files/resumable/${id}/file`],
  ['GET', `/api/files/steps/${id}`],
] as const

const otherCalls = [
  ['GET', '/api/config'],
  ['GET', `/api/files/info/${id}`],
  ['DELETE', `/api/files/${id}`],
  ['POST', '/api/files/send-email'],
  ['POST', `/api/download/${id}/ticket`],
  ['POST', '/api/auth/login'],
  ['GET', '/api/auth/me'],
  ['GET', '/api/nothing'],
] as const

function preflight({ baseUrl }: TestServer, path: string, method: string, origin: string) {
  const headers = { origin, 'access-control-request-method': method }
  return fetch(baseUrl + path, { method: 'OPTIONS', headers })
}

/** Names of the CORS headers of an answer. */
function corsHeaders({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'))
}

/** The words of a header, in lower case. */
function words({ headers }: Response, name: string): string[] {
  return (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
}

describe('a preflight', () => {
  for (const [method, path] of uploadCalls) {
    test(`of ${method} ${path} is answered to the page's origin alone`, async () => {
      await using server = await startServer({ environment })
      const answer = await preflight(server, path, method, page)
      assert.equal(answer.status, 204)
      assert.equal(answer.headers.get('access-control-allow-origin'), page)
      assert.equal(answer.headers.get('vary'), 'origin')
      assert.ok(words(answer, 'access-control-allow-methods').includes(method.toLowerCase()))
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      const sent = words(answer, 'access-control-allow-headers')
      for (const name of [
        'authorization',
        'content-type',
        'x-upload-token',
        'tus-resumable',
        'upload-offset',
        'x-manage-token',
        'x-link-proof',
        'x-request-ticket',
        'x-visitor-token',
        'x-follow-token',
        'x-rights-session',
        'x-confirmation',
      ])
        assert.ok(sent.includes(name), name)
      for (const other of ['https://files.example.eu.evil.example', 'http://files.example.eu', 'null']) {
        const refused = await preflight(server, path, method, other)
        assert.deepEqual(corsHeaders(refused), [], other)
        assert.equal(refused.headers.get('vary'), 'origin')
      }
    })
  }

  for (const [method, path] of otherCalls) {
    test(`of ${method} ${path} is answered to nobody`, async () => {
      await using server = await startServer({ environment })
      const answer = await preflight(server, path, method, page)
      assert.equal(answer.status, 404)
      assert.deepEqual(corsHeaders(answer), [])
    })
  }

  test('is answered to nobody where there is no second origin', async () => {
    await using server = await startServer({ environment: { PUBLIC_URL: page } })
    for (const [method, path] of uploadCalls)
      assert.deepEqual(corsHeaders(await preflight(server, path, method, page)), [], path)
  })
})

test('the answers of an upload can be read by the page, the refusals too', async () => {
  await using server = await startServer({ environment })
  async function send(origin: string, name: string) {
    const body = new FormData()
    body.append('file', new Blob(['some words']), name)
    return fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', body, headers: { origin } })
  }
  for (const [name, status] of [
    ['a.txt', 201],
    ['a.exe', 422],
  ] as const) {
    const answer = await send(page, name)
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('access-control-allow-origin'), page)
    assert.ok(words(answer, 'access-control-expose-headers').includes('retry-after'))
    assert.deepEqual(corsHeaders(await send('https://evil.example', name)), [])
  }
  const headers = { origin: page, authorization: 'Bearer nonsense' }
  const refused = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', headers })
  assert.equal(refused.headers.get('access-control-allow-origin'), page)
  assert.equal(await codeOf(refused, 401), 'INVALID_TOKEN')
})

test('a page can follow a resumable upload by the headers of its answers', async () => {
  await using server = await startServer({ environment })
  const headers = { ...tus, origin: page, 'upload-length': '6', 'upload-metadata': 'filename YS50eHQ=' }
  const created = await fetch(`${server.baseUrl}/api/files/resumable`, { method: 'POST', headers })
  assert.equal(created.status, 201)
  const url = server.baseUrl + created.headers.get('location')
  const part = await fetch(url, {
    method: 'PATCH',
    headers: {
      ...tus,
      origin: page,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: 'abc',
  })
  const asked = await fetch(url, { method: 'HEAD', headers: { ...tus, origin: page } })
  for (const answer of [created, part, asked]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), page)
    const readable = words(answer, 'access-control-expose-headers')
    for (const name of [...answer.headers.keys()].filter((one) => /^(upload|tus)-|^location$/.test(one)))
      assert.ok(readable.includes(name), name)
  }
  assert.equal(asked.headers.get('upload-offset'), '3')
})

test('the steps of an upload are told to the page', async () => {
  await using server = await startServer({ environment })
  const stop = new AbortController()
  const answer = await fetch(`${server.baseUrl}/api/files/steps/${id}`, {
    headers: { origin: page },
    signal: stop.signal,
  })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream')
  assert.equal(answer.headers.get('access-control-allow-origin'), page)
  stop.abort()
})

test('downloads stay closed to other pages', async () => {
  await using server = await startServer({ environment })
  const file = await upload(server.baseUrl, Buffer.from('words'))
  const answer = await fetch(`${server.baseUrl}/api/files/info/${file.id}`, { headers: { origin: page } })
  assert.equal(answer.status, 200)
  assert.deepEqual(corsHeaders(answer), [])
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
})

test('the policy of the pages lets them call the upload origin, and no other', async () => {
  for (const [options, sources] of [
    [environment, `'self' ${environment.UPLOAD_ORIGIN}`],
    [{ PUBLIC_URL: page }, "'self'"],
  ] as const) {
    await using server = await startServer({ environment: options, web: true })
    const policy = (await fetch(server.baseUrl)).headers.get('content-security-policy') ?? ''
    assert.ok(policy.split('; ').includes(`connect-src ${sources}`), policy)
  }
})

test('where only GET and POST pass, a header names the method', async () => {
  await using server = await startServer()
  async function post(path: string, method: string, more: Record<string, string> = {}, body?: string) {
    const headers = { ...tus, 'x-http-method-override': method, ...more }
    return fetch(server.baseUrl + path, { method: 'POST', headers, ...(body && { body }) })
  }
  async function create() {
    const headers = { ...tus, 'upload-length': '6', 'upload-metadata': 'filename YS50eHQ=' }
    const created = await fetch(`${server.baseUrl}/api/files/resumable`, { method: 'POST', headers })
    return created.headers.get('location') ?? ''
  }
  const path = await create()
  const bytes = { 'content-type': 'application/offset+octet-stream' }
  assert.equal((await post(path, 'PATCH', { ...bytes, 'upload-offset': '0' }, 'abc')).status, 204)
  assert.equal((await post(path, 'head')).headers.get('upload-offset'), '3')
  const last = await post(path, 'PATCH', { ...bytes, 'upload-offset': '3' }, 'def')
  assert.deepEqual([last.status, last.headers.get('upload-offset')], [204, '6'])
  const { file } = await server.client.call('resumableResult', {
    params: { id: path.split('/').at(-1) ?? '' },
  })
  assert.deepEqual([file.filename, file.size], ['a.txt', 6])

  const dropped = await create()
  assert.equal((await post(dropped, 'DELETE')).status, 204)
  assert.equal(
    await codeOf(await post(dropped, 'PATCH', { ...bytes, 'upload-offset': '0' }, 'a'), 404),
    'UPLOAD_NOT_FOUND',
  )
  for (const method of ['', 'PUT', 'constructor'])
    assert.equal(await codeOf(await post(path, method), 405), 'METHOD_NOT_ALLOWED')
})
