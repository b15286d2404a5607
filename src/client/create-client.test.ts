import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { fileInfo } from '#tests/support/transfers/file-info.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'

const file = fileInfo()
const { id } = file

/** A server of one route, and its address; gone when the test has ended. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function answering(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body)
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, `expected an ApiError, got ${error}`)
  return error
}

suite('a call', () => {
  test('puts the parameters into the path and resolves with the reply', async () => {
    let seen: IncomingMessage | undefined
    await using server = await serve((request, response) => {
      seen = request
      response.end(JSON.stringify({ success: true, file }))
    })
    const client = createClient({ schemas: endpoints, baseUrl: server.baseUrl })
    const reply = await client.call('fileInfo', { params: { id } })
    assert.deepEqual(reply.file, file)
    assert.equal(seen?.url, `/api/files/info/${id}`)
    assert.equal(seen?.headers.authorization, undefined)
  })

  test('sends a JSON body, extra headers and the token it is given', async () => {
    let seen: IncomingMessage | undefined
    let body = ''
    await using server = await serve(async (request, response) => {
      seen = request
      body = await text(request)
      response.writeHead(201).end(JSON.stringify({ success: true, ticket: 't', url: '/api/x' }))
    })
    const client = createClient({ schemas: endpoints, baseUrl: server.baseUrl, getToken: () => 'abc' })
    await client.call('downloadTicket', {
      params: { id },
      body: { password: 'pässword' },
      headers: { 'x-extra': 'yes' },
    })
    assert.equal(seen?.method, 'POST')
    assert.equal(seen?.headers['content-type'], 'application/json')
    assert.equal(seen?.headers.authorization, 'Bearer abc')
    assert.equal(seen?.headers['x-extra'], 'yes')
    assert.deepEqual(JSON.parse(body), { password: 'pässword' })
  })

  test("throws the server's code, sentence and time to wait", async () => {
    const body = {
      success: false,
      error: 'Unsupported',
      message: 'File type not supported.',
      code: 'UNSUPPORTED_FILE_TYPE',
      details: 'exe',
      supportedTypes: ['pdf', 'zip'],
    }
    await using server = await serve(answering(429, JSON.stringify(body), { 'retry-after': '17' }))
    const error = await failureOf(createClient({ ...server, schemas: endpoints }).call('config'))
    assert.equal(error.status, 429)
    assert.equal(error.code, 'UNSUPPORTED_FILE_TYPE')
    assert.equal(error.message, 'File type not supported.')
    assert.equal(error.details, 'exe')
    assert.deepEqual(error.supportedTypes, ['pdf', 'zip'])
    assert.equal(error.retryAfter, 17)
  })

  test('has a sentence where the server gave none', async () => {
    const body = JSON.stringify({ success: false, error: 'Teapot', code: 'TEAPOT' })
    await using server = await serve(answering(418, body))
    const error = await failureOf(createClient({ ...server, schemas: endpoints }).call('config'))
    assert.deepEqual([error.code, error.message], ['TEAPOT', 'An error occurred'])
  })

  test('has a sentence where a proxy gave a title only, and keeps the sentence that it gave', async () => {
    for (const [body, message] of [
      [{ error: 'Blocked' }, 'An error occurred'],
      [{ error: 'Blocked', message: 'Not from here.' }, 'Not from here.'],
    ] as const) {
      await using server = await serve(answering(400, JSON.stringify(body)))
      const error = await failureOf(createClient({ ...server, schemas: endpoints }).call('config'))
      assert.deepEqual([error.status, error.code, error.message], [400, 'UNNAMED_ERROR', message])
    }
  })

  test('reads a Retry-After that is a date', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString()
    await using server = await serve(answering(503, '', { 'retry-after': inAMinute }))
    const { retryAfter } = await failureOf(createClient({ ...server, schemas: endpoints }).call('config'))
    assert.ok(retryAfter !== undefined && retryAfter > 50 && retryAfter <= 60, String(retryAfter))
  })

  test("names the status of a proxy's page", async () => {
    await using server = await serve(answering(502, '<h1>Bad Gateway</h1>', { 'content-type': 'text/html' }))
    const error = await failureOf(createClient({ ...server, schemas: endpoints }).call('config'))
    assert.equal(error.status, 502)
    assert.equal(error.code, 'HTTP_502')
    assert.equal(error.message, 'Server error (502)')
  })

  for (const [name, body] of [
    ['a page', '<!doctype html>'],
    ['JSON of another shape', '{"success":true,"file":{"id":1}}'],
    ['nothing', ''],
  ] as const) {
    test(`refuses ${name} where a reply should be`, async () => {
      await using server = await serve(answering(200, body))
      const error = await failureOf(
        createClient({ ...server, schemas: endpoints }).call('fileInfo', { params: { id } }),
      )
      assert.equal(error.code, 'UNEXPECTED_REPLY')
    })
  }

  test('distinguishes a connection that is cut from an answer', async () => {
    await using server = await serve((request) => request.socket.destroy())
    const error = await failureOf(createClient({ ...server, schemas: endpoints }).call('config'))
    assert.equal(error.status, 0)
    assert.equal(error.code, 'NETWORK_ERROR')
  })

  test('ends with the reason of its signal', async () => {
    const stop = new AbortController()
    const reason = new Error('the page was left')
    await using server = await serve(() => stop.abort(reason))
    const call = createClient({ ...server, schemas: endpoints }).call('config', { signal: stop.signal })
    await assert.rejects(call, (error) => error === reason)
  })
})

suite('a call with a token that the server no longer takes', () => {
  const ended = {
    success: false,
    error: 'Invalid token',
    message: 'Your session has ended. Please sign in again.',
    code: 'INVALID_TOKEN',
  }
  const user = {
    id,
    username: 'ada',
    email: 'ada@example.org',
    isAdmin: false,
    isPro: false,
    mustChangePassword: false,
    language: null,
  }

  /** Takes the token `new` alone, and notes what it was sent. */
  function takingOnly(token: string, seen: (string | undefined)[]): RequestListener {
    return ({ url, headers: { authorization } }, response) => {
      seen.push(authorization)
      const anyone = authorization === undefined && url !== '/api/auth/me'
      const good = authorization === `Bearer ${token}` || anyone
      response.writeHead(good ? 200 : 401)
      response.end(JSON.stringify(good ? { success: true, user, file } : ended))
    }
  }

  test('is made once more with the next one', async () => {
    const seen: (string | undefined)[] = []
    await using server = await serve(takingOnly('new', seen))
    const client = createClient({ ...server, getToken: () => 'old', renewToken: async () => 'new' })
    assert.equal((await client.call('currentUser')).user.username, 'ada')
    assert.deepEqual(seen, ['Bearer old', 'Bearer new'])
  })

  test('fails when there is no next one', async () => {
    const seen: (string | undefined)[] = []
    await using server = await serve(takingOnly('new', seen))
    const client = createClient({ ...server, getToken: () => 'old', renewToken: async () => undefined })
    assert.equal((await failureOf(client.call('currentUser'))).code, 'INVALID_TOKEN')
    assert.deepEqual(seen, ['Bearer old'])
  })

  test('goes on as anybody where anybody may call', async () => {
    const seen: (string | undefined)[] = []
    await using server = await serve(takingOnly('new', seen))
    const client = createClient({ ...server, getToken: () => 'old', renewToken: async () => undefined })
    assert.equal((await client.call('fileInfo', { params: { id } })).file.filename, 'plan.pdf')
    assert.deepEqual(seen, ['Bearer old', undefined])
  })

  test('is not tried a third time', async () => {
    const seen: (string | undefined)[] = []
    await using server = await serve(takingOnly('other', seen))
    const client = createClient({ ...server, getToken: () => 'old', renewToken: async () => 'new' })
    assert.equal((await failureOf(client.call('currentUser'))).code, 'INVALID_TOKEN')
    assert.deepEqual(seen, ['Bearer old', 'Bearer new'])
  })

  test('is not what any other refusal is taken for', async () => {
    let renewals = 0
    await using server = await serve(answering(401, JSON.stringify({ ...ended, code: 'PASSWORD_REQUIRED' })))
    const client = createClient({
      ...server,
      getToken: () => 'old',
      renewToken: async () => String(++renewals),
    })
    const call = client.call('downloadTicket', { params: { id }, body: {} })
    assert.equal((await failureOf(call)).code, 'PASSWORD_REQUIRED')
    assert.equal(renewals, 0)
  })
})
