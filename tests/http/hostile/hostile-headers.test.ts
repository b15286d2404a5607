import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

/** Milliseconds of computing that one request may take at most, whatever is in it; honest ones take one or two. */
const maxWork = 50

let server: TestServer
let file: string
before(async () => {
  server = await startServer({ web: true, environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  file = (await upload(server.baseUrl, Buffer.from('hello'))).id
})
after(() => server[Symbol.asyncDispose]())

const spaces = ' '.repeat(15_000)
const commas = ','.repeat(15_000)
const semicolons = ';'.repeat(15_000)
const long = 'a'.repeat(15_000)
const mixed = 'a; ,'.repeat(3_700)
const values = [spaces, commas, semicolons, long, mixed].flatMap((filling) => [
  `a${filling}b`,
  `a;a=${filling}b`,
  `a;q=${filling}"`,
  `"${filling}`,
])
const special: Record<string, readonly string[]> = {
  'content-type': [spaces, semicolons, long].flatMap((filling) => [
    `multipart/form-data;a=${filling}b`,
    `multipart/form-data; boundary=${filling}b`,
    `application/json;a=${filling}b`,
  ]),
  cookie: [`theme=${long}`, `language=${spaces}`, '; theme='.repeat(1_500)],
  range: [`bytes=${'1'.repeat(15_000)}-`, `bytes=${spaces}1-`, `bytes=${'0-1,'.repeat(3_000)}`],
  'upload-metadata': [
    `filename ${'='.repeat(15_000)}`,
    `filename ${'A'.repeat(15_000)}!`,
    'a b,'.repeat(3_500),
  ],
  'upload-checksum': [`sha1 ${long}`],
  'x-forwarded-for': ['1.2.3.4:5,'.repeat(1_400), `[${':'.repeat(15_000)}]`],
  host: [`${long}`],
  authorization: [`Bearer ${long}`, `Bearer ${spaces}`],
}
const headers = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'cookie',
    'expect',
    'host',
  ],
  ...[
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
    'origin',
    'purpose',
  ],
  ...['range', 'upload-checksum', 'upload-metadata', 'user-agent', 'x-deletion-token', 'x-forwarded-for'],
  ...['x-http-method-override', 'x-upload-token'],
]
const targets = (): readonly string[] => [
  'GET /',
  'GET /robots.txt',
  'GET /favicon.svg',
  'GET /api/config',
  `GET /api/download/${file}/file`,
  'POST /api/auth/login',
  'POST /api/files/upload',
  'POST /api/files/resumable',
]

for (const header of headers) {
  test(`no value of the header ${header} keeps the server busy`, async () => {
    for (const target of targets()) {
      for (const value of [...values, ...(special[header] ?? [])]) {
        const { work, answer } = await measure(target, header, value)
        const what = `${target} with ${header}: ${value.slice(0, 30)}...`
        assert.ok(work < maxWork, `${what} took ${work} ms`)
        assert.match(answer, /^HTTP\/1\.1 [1-4]/, what)
      }
    }
  })
}

for (const [what, path] of Object.entries({
  'a path of dots': `/${'../'.repeat(5_000)}`,
  'a path of percent signs': `/${'%'.repeat(15_000)}`,
  'a path of encoded slashes': `/${'%2f'.repeat(5_000)}`,
  'a path of slashes': '/'.repeat(15_000),
  'a query of ampersands': `/api/files/user/files?${'&'.repeat(15_000)}`,
  'a query of one name': `/api/config?${'a=1&'.repeat(3_700)}`,
  'an absolute address': `http://${'a'.repeat(15_000)}`,
})) {
  test(`${what} does not keep the server busy`, async () => {
    const { work, answer } = await measure(`GET ${path}`, 'x-nothing', 'x')
    assert.ok(work < maxWork, `${work} ms`)
    assert.match(answer, /^HTTP\/1\.1 [2-4]/)
  })
}

/** The least computing of three tries, in milliseconds: what else this process does must not count. */
async function measure(target: string, header: string, value: string) {
  let work = Number.POSITIVE_INFINITY
  let answer = ''
  for (let tries = 0; tries < 3 && (tries === 0 || work >= maxWork); tries += 1) {
    const before = process.threadCpuUsage()
    answer = await raw(target, header, value)
    const { user, system } = process.threadCpuUsage(before)
    work = Math.min(work, (user + system) / 1000)
  }
  return { work, answer }
}

async function raw(target: string, header: string, value: string): Promise<string> {
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect(Number(port), hostname)
  const host = header === 'host' ? '' : 'Host: localhost\r\n'
  const body = target.startsWith('POST') ? 'Content-Length: 2\r\n' : ''
  const type =
    target.startsWith('POST /api/auth') && header !== 'content-type'
      ? 'Content-Type: application/json\r\n'
      : ''
  const tus = target.includes('resumable') ? 'Tus-Resumable: 1.0.0\r\nUpload-Length: 5\r\n' : ''
  socket.write(
    `${target} HTTP/1.1\r\n${host}${body}${type}${tus}Connection: close\r\n${header}: ${value}\r\n\r\n${body && '{}'}`,
  )
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  await once(socket, 'close')
  return answer
}
