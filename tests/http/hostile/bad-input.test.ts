import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { blobFiles } from '#tests/support/databases/damage-blob.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { managed, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { codeOf, until, upload } from '#tests/support/transfers/transfers.ts'

let server: TestServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

function part(disposition: string, body = 'bytes'): string {
  return `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`
}
const file = part('name="file"; filename="a.txt"')
const end = '--XX--\r\n'

const refused: Record<string, { body: string; type?: string; codes: string[] }> = {
  'a body that is no form': { body: 'hello', codes: ['MALFORMED_FORM', 'UPLOAD_INCOMPLETE'] },
  'an empty body': { body: '', codes: ['MALFORMED_FORM', 'UPLOAD_INCOMPLETE'] },
  'no boundary': { body: file + end, type: 'multipart/form-data', codes: ['MALFORMED_FORM'] },
  'another content type': {
    body: '{}',
    type: 'application/json',
    codes: ['UNSUPPORTED_MEDIA_TYPE', 'MALFORMED_FORM'],
  },
  'a form without an end': { body: file, codes: ['UPLOAD_INCOMPLETE'] },
  'a nameless part': { body: part('filename="a.txt"') + end, codes: ['MALFORMED_FORM'] },
  'a part without headers': { body: `--XX\r\n\r\nx\r\n${end}`, codes: ['MALFORMED_FORM'] },
  'no file': { body: part('name="expiresIn"', '1h') + end, codes: ['VALIDATION_ERROR'] },
  'two files': { body: file + file + end, codes: ['VALIDATION_ERROR'] },
  'a file in an unknown field': {
    body: part('name="upload"; filename="a"') + end,
    codes: ['VALIDATION_ERROR'],
  },
  'an unknown field': { body: part('name="expires"', '1h') + file + end, codes: ['VALIDATION_ERROR'] },
  'an unknown value': { body: file + part('name="expiresIn"', '5y') + end, codes: ['VALIDATION_ERROR'] },
  'a field twice': {
    body: part('name="expiresIn"', '1h').repeat(2) + file + end,
    codes: ['VALIDATION_ERROR'],
  },
  'a field named __proto__': {
    body: part('name="__proto__"', 'x') + file + end,
    codes: ['VALIDATION_ERROR'],
  },
  'a message that is too long': {
    body: part('name="description"', 'x'.repeat(501)) + file + end,
    codes: ['VALIDATION_ERROR'],
  },
  'a message with a character that PostgreSQL does not keep': {
    body: part('name="description"', 'a\0b') + file + end,
    codes: ['VALIDATION_ERROR'],
  },
  'a field without an end in sight': {
    body: part('name="description"', 'x'.repeat(100_000)) + file + end,
    codes: ['FORM_TOO_LARGE'],
  },
  'a hundred thousand parts': {
    body: part('name="a"', '').repeat(100_000) + end,
    codes: ['FORM_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  'a hundred thousand tiny files': {
    body: part('name="files"; filename="x"', 'a').repeat(100_000) + end,
    codes: ['FORM_TOO_LARGE'],
  },
  'a field with a long name': {
    body: part(`name="folderPath_${'x'.repeat(300)}"`, 'a') + file + end,
    codes: ['VALIDATION_ERROR'],
  },
  'fields that wait for no file, megabytes of them': {
    body:
      Array.from({ length: 15_000 }, (_, index) =>
        part(`name="folderPath_${index}${'x'.repeat(240)}"`, 'y'.repeat(1000)),
      ).join('') + end,
    codes: ['FORM_TOO_LARGE'],
  },
  'two hundred long fields': {
    body:
      Array.from({ length: 200 }, (_, index) => part(`name="f${index}"`, 'y'.repeat(60_000))).join('') + end,
    codes: ['FORM_TOO_LARGE'],
  },
  '201 fields': {
    body: Array.from({ length: 201 }, (_, index) => part(`name="f${index}"`, 'y')).join('') + file + end,
    codes: ['FORM_TOO_LARGE'],
  },
  'a content type of thousands of characters': {
    body: file + end,
    type: `multipart/form-data; boundary=XX; a=${'y'.repeat(5000)}`,
    codes: ['MALFORMED_FORM'],
  },
  'a header without an end in sight': {
    body: `--XX\r\nX: ${'y'.repeat(20_000)}\r\n\r\n\r\n${end}`,
    codes: ['MALFORMED_FORM'],
  },
  'a coming encryption method': {
    body: part('name="encryptionMethod"', 'chacha20') + file + end,
    codes: ['VALIDATION_ERROR'],
  },
  'a name for a folder': {
    body: part('name="file"; filename=".."') + end,
    codes: ['VALIDATION_ERROR'],
  },
  'an empty name': {
    body: part('name="file"; filename=""') + end,
    codes: ['VALIDATION_ERROR', 'MALFORMED_FORM'],
  },
}

for (const [what, { body, type = 'multipart/form-data; boundary=XX', codes }] of Object.entries(refused)) {
  test(`${what} is refused and leaves nothing`, async () => {
    const response = await fetch(`${server.baseUrl}/api/files/upload`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    assert.ok(response.status >= 400 && response.status < 500, String(response.status))
    const code = await codeOf(response, response.status)
    assert.ok(codes.includes(code), code)
    await nothingLeft()
  })
}

test('Pro wishes and post-quantum locks are refused in the words of the contract', async () => {
  async function refusal(name: string, value: string) {
    const body = part(`name="${name}"`, value) + file + end
    const headers = { 'content-type': 'multipart/form-data; boundary=XX' }
    return fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', headers, body })
  }
  const long = await refusal('expiresIn', '3d')
  assert.match(await long.clone().text(), /Expiration times longer than 24 hours require a Pro account/)
  assert.equal(await codeOf(long, 403), 'PRO_SUBSCRIPTION_REQUIRED')
  const quantum = await refusal('encryptionMethod', 'ml-kem768')
  assert.match(await quantum.clone().text(), /Please sign in first/)
  assert.equal(await codeOf(quantum, 401), 'AUTHENTICATION_REQUIRED')
  await nothingLeft()
})

for (const [what, length] of [
  ['longer', 10_000],
  ['shorter', 60],
] as const) {
  test(`a Content-Length ${what} than the body leaves nothing`, async () => {
    const answer = await raw(
      `POST /api/files/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=XX\r\n` +
        `Content-Length: ${length}\r\n\r\n${file}${end}`,
      { cut: true },
    )
    assert.match(answer, /^HTTP\/1\.1 400 /)
    await nothingLeft()
  })
}

test('a sender who goes away leaves nothing', async () => {
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    'POST /api/files/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=XX\r\n' +
      `Content-Length: 9000000\r\n\r\n${file.slice(0, -2)}${'x'.repeat(500_000)}`,
  )
  await until(async () => (await blobFiles(server.folder)).length > 0)
  socket.resetAndDestroy()
  await nothingLeft()
})

for (const [what, target, begin, headers, status] of [
  [
    'in the middle of sending',
    '/api/files/upload',
    `${part('name="encryptionMethod"', 'rot13')}${file.slice(0, -2)}`,
    '',
    400,
  ],
  ['for its token', '/api/files/upload', '', 'Authorization: Bearer x\r\n', 401],
  ['for its address', '/api/nothing', '', '', 404],
] as const) {
  test(`who is refused ${what} may send to the end, and is not reset`, async () => {
    const answer = await sendAll(server, `POST ${target} HTTP/1.1\r\n${headers}`, begin)
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*"success":false`, 's'))
  })
}

test('what a phone shares before the app’s worker runs may be sent to the end, and leads to the page', async () => {
  await using site = await startServer({ web: true })
  const answer = await sendAll(site, 'POST /share HTTP/1.1\r\n')
  assert.match(answer, /^HTTP\/1\.1 303 .*location: \/\?shared\r\n/s)
})

test('who has sent too many uploads, or finds the disk full, may send to the end, and is not reset', async () => {
  await using limited = await startServer({ environment: { UPLOADS_PER_HOUR: '2' } })
  await upload(limited.baseUrl, new Uint8Array(1))
  const head = 'POST /api/files/upload HTTP/1.1\r\n'
  await upload(limited.baseUrl, new Uint8Array(1))
  assert.match(await sendAll(limited, head), /^HTTP\/1\.1 429 .*"code":"RATE_LIMITED"/s)
  await using full = await startServer({ environment: { FREE_SPACE_KEPT: '1000TB' } })
  assert.match(await sendAll(full, head), /^HTTP\/1\.1 507 .*"code":"STORAGE_FULL"/s)
})

test('what is no HTTP, no JSON, no route and no id is refused in one shape', async () => {
  assert.match(await raw('nonsense\r\n\r\n'), /^HTTP\/1\.1 400 .*"code":"BAD_REQUEST"/s)
  const { baseUrl } = server
  const ticket = `${baseUrl}/api/download/AAAAAAAAAAAAAAAAAAAAAA/ticket`
  const json = { 'content-type': 'application/json' }
  const member = 'request: a member is named __proto__ or constructor.prototype'
  for (const [body, says] of [
    ['{', 'request: is not JSON'],
    ['\0', 'request: is not JSON'],
    ['{"__proto__":{"a":1}}', member],
    ['{"a":[{"\\u005f_proto__":1}]}', member],
    ['{"constructor":{"prototype":{}}}', member],
  ] as const) {
    const answer = await fetch(ticket, { method: 'POST', headers: json, body })
    const { code, details } = await answer.json()
    assert.deepEqual([answer.status, code, details], [400, 'BAD_REQUEST', says], body)
  }
  assert.equal(
    await codeOf(await fetch(ticket, { method: 'POST', headers: json, body: '[1]' }), 400),
    'BAD_REQUEST',
  )
  assert.equal(
    await codeOf(await fetch(ticket, { method: 'POST', body: 'x' }), 415),
    'UNSUPPORTED_MEDIA_TYPE',
  )
  assert.equal(
    await codeOf(await fetch(ticket, { method: 'POST', headers: json, body: '{}' }), 404),
    'FILE_NOT_FOUND',
  )
  assert.equal(await codeOf(await fetch(`${baseUrl}/api/nothing`), 404), 'NOT_FOUND')
  for (const id of ['x', 'a%00b', '..%2F..%2Fetc', '.', 'A'.repeat(500)]) {
    const response = await fetch(`${baseUrl}/api/files/info/${id}`)
    assert.match(await codeOf(response, 404), /NOT_FOUND$/)
  }
})

test('a call that takes JSON refuses a form instead of losing what it says', async () => {
  const sent = await sendTransfer(server, new Uint8Array(1))
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/links'],
  ] as const) {
    const body = new FormData()
    body.set('title', 'Photos')
    const url = `${server.baseUrl}/api/transfers/${sent.ref}${path}`
    const answer = await fetch(url, { method, headers: sent.headers, body })
    assert.equal(await codeOf(answer, 415), 'UNSUPPORTED_MEDIA_TYPE')
  }
  const { links } = await managed(server, sent)
  assert.equal(links.length, 1)
  await fetch(`${server.baseUrl}/api/transfers/${sent.ref}`, { method: 'DELETE', headers: sent.headers })
  await server.sweep()
})

test('a bearer token that opens no session is refused even where none is needed', async () => {
  const sent = await upload(server.baseUrl, new Uint8Array(1))
  const response = await fetch(`${server.baseUrl}/api/files/info/${sent.id}`, {
    headers: { authorization: 'Bearer x' },
  })
  assert.equal(await codeOf(response, 401), 'INVALID_TOKEN')
  const token = new URL(sent.deletionUrl).hash.slice(1)
  await fetch(`${server.baseUrl}/api/files/${sent.id}`, {
    method: 'DELETE',
    headers: { 'x-deletion-token': token },
  })
  await server.sweep()
})

async function nothingLeft(): Promise<void> {
  await until(async () => (await blobFiles(server.folder)).length === 0)
  const rows = await server.services.database
    .selectFrom('transfers')
    .select('id')
    .where('ended_at', 'is', null)
    .execute()
  assert.deepEqual(rows, [])
}

/**
 * Sends bytes as they are, and reads until the server ends. With `cut` it ends its side at once, which drops the answer to
 * a request that is still worked on.
 */
async function raw(text: string, { cut = false } = {}): Promise<string> {
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect(Number(port), hostname)
  if (cut) socket.end(text)
  else socket.write(text)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  await once(socket, 'close')
  return answer
}

for (const [what, length, head] of [
  ['a JSON body', 2000, 'POST /api/auth/login HTTP/1.1\r\nContent-Type: application/json\r\n'],
  [
    'a body of another type',
    20,
    'POST /api/auth/login HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=a\r\n',
  ],
  [
    'the body of a refused call',
    2_000_000,
    'GET /api/auth/me HTTP/1.1\r\nContent-Type: application/json\r\n',
  ],
] as const) {
  test(`${what} that does not come ends its connection, answered`, async () => {
    await using hurried = await startServer({ bodyTime: 300 })
    const answer = await crawl(hurried, `${head}Host: x\r\nContent-Length: ${length}\r\n\r\n`)
    assert.match(
      answer,
      /^HTTP\/1\.1 4\d\d .*"code":"(REQUEST_TIMEOUT|UNSUPPORTED_MEDIA_TYPE|AUTHENTICATION_REQUIRED)"/s,
    )
  })
}

test('a head that does not come ends its connection, answered', async () => {
  await using hurried = await startServer({ headTime: 300 })
  const answer = await crawl(hurried, 'GET /api/config HTTP/1.1\r\nHost: x\r\nX-A: ')
  assert.match(answer, /^HTTP\/1\.1 408 .*x-content-type-options: nosniff.*"code":"REQUEST_TIMEOUT"/s)
})

test('a head that does not come is cut by the time that is given to it', async () => {
  const headTime = 3000
  await using hurried = await startServer({ headTime })
  const from = performance.now()
  await crawl(hurried, 'GET /api/config HTTP/1.1\r\nHost: x\r\nX-A: ')
  const taken = performance.now() - from
  // Looks that are as far apart as the time itself would cut it after twice as long.
  assert.ok(taken < 1.6 * headTime, `${taken} ms`)
})

test('an upload may take longer than other bodies', async () => {
  await using hurried = await startServer({ bodyTime: 300 })
  const { hostname, port } = new URL(hurried.baseUrl)
  const socket = connect(Number(port), hostname)
  const body = `${file}${end}`
  socket.write(
    'POST /api/files/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=XX\r\n' +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  await once(socket, 'connect')
  await new Promise((resolve) => setTimeout(resolve, 900))
  socket.write(body.slice(10))
  const answer = (await Array.fromAsync(socket)).join('')
  assert.match(answer, /^HTTP\/1\.1 201 /)
})

test('an expectation that nobody knows is ignored', async () => {
  const answer = await raw(
    'GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: miracles\r\n\r\n',
  )
  assert.match(answer, /^HTTP\/1\.1 404 .*"code":"NOT_FOUND"/s)
})

test('a request names one host', async () => {
  for (const hosts of ['', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nHOST: a\r\n']) {
    const answer = await raw(`GET /api/config HTTP/1.1\r\nConnection: close\r\n${hosts}\r\n`)
    assert.match(answer, /^HTTP\/1\.1 400 .*x-content-type-options: nosniff.*"code":"BAD_REQUEST"/s)
  }
})

test('an answer of the API is not stored, however its address is written, nor is it without the usual headers', async () => {
  const { host } = new URL(server.baseUrl)
  for (const [target, status] of [
    ['/api/config', 200],
    ['/%61pi/config', 200],
    [`http://${host}/api/config`, 200],
    [`HTTP://${host}/api/config`, 200],
    ['/api/%E0%A4%A', 404],
    ['/api/files/info/%E0%A4%A', 404],
    [`/api/files/info/${'%'.repeat(2000)}`, 404],
    ['//api/config', 404],
    ['*', 404],
  ] as const) {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.ok(head.startsWith(`HTTP/1.1 ${status} `), `${target}: ${head}`)
    assert.match(head, /cache-control: no-store/, target)
    assert.match(head, /x-content-type-options: nosniff/, target)
    if (status !== 200) assert.match(body, /"code":"[A-Z_]*NOT_FOUND"/, target)
  }
})

test('a page whose address cannot be decoded is a page', async () => {
  await using site = await startServer({ web: true })
  for (const path of ['/download/%E0%A4%A', '/download/%', '/%ff/%fe']) {
    const response = await fetch(site.baseUrl + path)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8', path)
    assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'self'/)
    await response.text()
  }
})

test('files of the app are read only, and what is refused of them is answered in one shape and not stored', async () => {
  await using site = await startServer({ web: true })
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(site.baseUrl)).text()) ?? []
  for (const [path, init, status, code] of [
    [asset, { method: 'POST' }, 404, 'NOT_FOUND'],
    [asset, { method: 'DELETE' }, 404, 'NOT_FOUND'],
    ['/assets/none.js', {}, 404, 'NOT_FOUND'],
    ['/.well-known/security.txt', {}, 404, 'NOT_FOUND'],
    [asset, { headers: { range: 'bytes=99999999-' } }, 416, 'RANGE_NOT_SATISFIABLE'],
    ['/icon-192.png', { headers: { range: 'bytes=99999999-' } }, 416, 'RANGE_NOT_SATISFIABLE'],
    [asset, { headers: { 'if-match': '"another"' } }, 400, 'BAD_REQUEST'],
  ] as const) {
    const answer = await fetch(site.baseUrl + path, init)
    assert.equal(answer.headers.get('cache-control'), 'no-store', path)
    assert.equal(await codeOf(answer, status), code, path)
  }
})

/** Sends what there is and then nothing that would end the request, until the server ends it. */
async function crawl({ baseUrl }: TestServer, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(text)
  const crawling = setInterval(() => socket.write('x'), 50)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  const timeout = setTimeout(() => socket.destroy(), 20_000)
  // What is written after the server's end may meet a reset; the answer has come by then.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(crawling)
  clearTimeout(timeout)
  return answer
}

/** Sends a large upload whose sender reads the answer first and sends the rest then. */
async function sendAll({ baseUrl }: TestServer, head: string, begin = ''): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await once(socket, 'connect')
  const length = begin.length + 40 * 65_536
  socket.write(
    `${head}Host: x\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: ${length}\r\n\r\n${begin}`,
  )
  await once(socket, 'data')
  for (let sent = 0; sent < 40; sent += 1) {
    if (!socket.write(Buffer.alloc(65_536, 'x'))) await once(socket, 'drain')
  }
  socket.end()
  await once(socket, 'close')
  return answer
}
