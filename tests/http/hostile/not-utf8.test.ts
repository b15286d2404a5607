import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
before(async () => {
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
})
after(() => server[Symbol.asyncDispose]())

/** Files that are stored. */
async function stored(): Promise<number> {
  const rows = await server.services.database.selectFrom('transfers').select('id').execute()
  return rows.length
}
let expected = 0

/** Sends a request byte for byte, each character one, and gives the status and the body of its answer. */
async function send(head: readonly string[], body: string): Promise<{ status: number; body: string }> {
  const { hostname, port, host } = new URL(server.baseUrl)
  const socket = connect(Number(port), hostname)
  const [request = '', ...headers] = head
  const lines = [request, `Host: ${host}`, 'Connection: close', `Content-Length: ${body.length}`, ...headers]
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
  const answer = await text(socket)
  return { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

const put = (...headers: string[]) => send(['PUT /api/put/p.txt HTTP/1.1', ...headers], 'words')

const refusedHeaders: Readonly<Record<string, readonly [headers: readonly string[], told: RegExp]>> = {
  'a password in Latin-1': [['X-Password: p\xFCss'], /The header X-Password is not UTF-8\./],
  'an empty password': [['X-Password:'], /The header X-Password is empty\./],
  'two passwords': [['X-Password: one', 'x-password: two'], /The header x-password was sent twice\./],
  'the same password twice': [['X-Password: one', 'X-Password: one'], /was sent twice/],
  'an expiry in no unit': [['X-Expires-In: soon'], /The header X-Expires-In has to be a time such as 30m/],
  'an empty expiry': [['X-Expires-In: '], /X-Expires-In is empty/],
  'two expiries': [['X-Expires-In: 1h', 'X-Expires-In: 3h'], /X-Expires-In was sent twice/],
  'a limit of none': [['X-Download-Limit: 0'], /The header X-Download-Limit has to be a whole number/],
  'an empty limit': [['X-Download-Limit:'], /X-Download-Limit is empty/],
  'an option that only forms have': [
    ['X-Delete-After-Download: true'],
    /X-Delete-After-Download is not known/,
  ],
}

for (const [what, [headers, told]] of Object.entries(refusedHeaders)) {
  test(`${what} in a header is refused with a sentence that names it`, async () => {
    const { status, body } = await put(...headers)
    assert.equal(status, 400, body)
    assert.match(body, /"code":"VALIDATION_ERROR"/)
    assert.match(JSON.parse(body).message, told)
  })
}

test('a password in UTF-8 is taken as it is, and opens the file', async () => {
  const { status, body } = await put(
    'X-Password: p\xC3\xBCss',
    'X-Expires-In: 1h',
    'X-Forwarded-For: 192.0.2.1',
  )
  assert.equal(status, 201, body)
  expected += 1
  const ticket = { params: { id: body.trim().slice(-22) }, body: { password: 'püss' } }
  assert.ok((await server.client.call('downloadTicket', ticket)).ticket)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test("a password as Python's http.client sends it, in Latin-1, is refused", {
  skip: hasPython ? false : 'there is no python3',
}, async () => {
  const script = [
    'import http.client, sys',
    'connection = http.client.HTTPConnection(sys.argv[1])',
    'connection.request("PUT", "/api/put/p.txt", b"words", {"X-Password": "p\\u00fcss"})',
    'answer = connection.getresponse()',
    'print(answer.status, answer.read().decode())',
  ].join('\n')
  const { stdout } = await promisify(execFile)('python3', ['-c', script, new URL(server.baseUrl).host])
  assert.match(stdout, /^400 .*"The header X-Password is not UTF-8\."/)
})

test('the name in an address is read as UTF-8, and refused where it is none', async () => {
  for (const [name, kept] of [
    ['p%C3%BC.txt', 'pü.txt'],
    ['100%%20%41.txt', '100% A.txt'],
  ]) {
    const { status, body } = await send([`PUT /api/put/${name} HTTP/1.1`], 'words')
    assert.equal(status, 201, body)
    expected += 1
    const params = { id: body.trim().slice(-22) }
    assert.equal((await server.client.call('fileInfo', { params })).file.filename, kept)
  }
  for (const name of ['p%FC.txt', '%ED%A0%80.txt']) {
    const { status, body } = await send([`PUT /api/put/${name} HTTP/1.1`], 'words')
    assert.equal(status, 400, body)
    assert.match(body, /"code":"VALIDATION_ERROR"/)
    assert.match(JSON.parse(body).message, /The name in the address is not UTF-8\./)
  }
})

const file = '--XX\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n'
const formType = 'Content-Type: multipart/form-data; boundary=XX'

test('a field or name of a form that is not UTF-8 is refused with a sentence', async () => {
  const field = '--XX\r\nContent-Disposition: form-data; name="password"\r\n\r\np\xFCss\r\n'
  const line = 'POST /api/files/upload HTTP/1.1'
  const password = await send([line, formType], `${field}${file}--XX--\r\n`)
  assert.equal(password.status, 400, password.body)
  assert.match(JSON.parse(password.body).details, /the field "password" is not UTF-8/)
  const name = await send([line, formType], `${file.replace('a.txt', '\xFC.txt')}--XX--\r\n`)
  assert.equal(name.status, 400, name.body)
  assert.match(JSON.parse(name.body).details, /not UTF-8/)
})

test('metadata of a resumable upload that are not UTF-8 are refused with a sentence', async () => {
  const latin1 = Buffer.from('p\xFCss', 'latin1').toString('base64')
  for (const [pairs, told] of [
    [`filename YQ==,password ${latin1}`, /password: not UTF-8/],
    [`filename ${latin1}`, /filename: not UTF-8/],
  ] as const) {
    const { status, body } = await send(
      [
        ...['POST /api/files/resumable HTTP/1.1', 'Tus-Resumable: 1.0.0', 'Upload-Length: 5'],
        `Upload-Metadata: ${pairs}`,
      ],
      '',
    )
    assert.equal(status, 400, body)
    assert.match(JSON.parse(body).details, told)
  }
})

test('a JSON body that is not UTF-8 is refused', async () => {
  const body = '{"username":"ada","email":"ada@example.org","password":"p\xFCss is long enough"}'
  const answer = await send(['POST /api/auth/register HTTP/1.1', 'Content-Type: application/json'], body)
  assert.equal(answer.status, 400, answer.body)
  assert.match(JSON.parse(answer.body).details, /not UTF-8/)
})

test('nothing of a refused one is stored', async () => assert.equal(await stored(), expected))
