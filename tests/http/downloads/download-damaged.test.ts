import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFile, truncate, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { test } from 'node:test'
import { breakDownload } from '#tests/support/browser/pages/broken-download.ts'
import {
  blobFiles,
  damageBlob,
  preambleLength,
  sealedChunkLength,
} from '#tests/support/databases/damage-blob.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { askTicket, codeOf, downloadCount, upload } from '#tests/support/transfers/transfers.ts'

async function onlyBlob({ folder }: TestServer): Promise<string> {
  const files = await blobFiles(folder)
  assert.equal(files.length, 1)
  return files[0] ?? ''
}

const size = 200_000

for (const [what, damage] of [
  ['one bit of the header is wrong', (path: string) => damageBlob(path, 20)],
  ['one bit of the key commitment is wrong', (path: string) => damageBlob(path, 60)],
  ['one bit of the first chunk is wrong', (path: string) => damageBlob(path, preambleLength + 100)],
  [
    'one bit of a chunk in between is wrong',
    (path: string) => damageBlob(path, preambleLength + 5 * sealedChunkLength),
  ],
  [
    'one bit of the last chunk is wrong',
    (path: string) => damageBlob(path, preambleLength + Math.floor(size / 16_384) * sealedChunkLength + 5),
  ],
  ['its end is missing', (path: string) => truncate(path, preambleLength + 3 * sealedChunkLength)],
  ['something follows its end', (path: string) => appendFile(path, 'x')],
  ['it is missing', unlink],
] as const) {
  test(`a stored file is not handed out when ${what}`, async () => {
    await using server = await startServer()
    const file = await upload(server.baseUrl, randomBytes(size), { deleteAfterDownload: 'true' })
    await damage(await onlyBlob(server))
    const response = await fetch(`${server.baseUrl}/api/download/${file.id}/file`)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(await codeOf(response, 500), 'FILE_DAMAGED')
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    if (what.includes('in between')) return
    assert.equal(await codeOf(await askTicket(server.baseUrl, file.id), 500), 'FILE_DAMAGED')
  })
}

test('of a large file nothing leaves from the damaged chunk on, and nothing is counted', async () => {
  await using server = await startServer()
  const bytes = randomBytes(20_000_000)
  const file = await upload(server.baseUrl, bytes)
  const chunk = 900
  await damageBlob(await onlyBlob(server), preambleLength + chunk * sealedChunkLength + 1)
  const url = `${server.baseUrl}/api/download/${file.id}/file`
  const received = await breakDownload(url, bytes.length)
  assert.ok(received.length > 1_000_000 && received.length <= chunk * 16_384, String(received.length))
  assert.ok(received.equals(bytes.subarray(0, received.length)))
  const before = await fetch(url, { headers: { range: `bytes=0-${chunk * 16_384 - 1}` } })
  assert.ok(Buffer.from(await before.arrayBuffer()).equals(bytes.subarray(0, chunk * 16_384)))
  const within = await fetch(url, { headers: { range: `bytes=${chunk * 16_384}-${chunk * 16_384}` } })
  assert.equal(await codeOf(within, 500), 'FILE_DAMAGED')
  const behind = await fetch(url, { headers: { range: `bytes=${(chunk + 1) * 16_384}-` } })
  assert.ok(Buffer.from(await behind.arrayBuffer()).equals(bytes.subarray((chunk + 1) * 16_384)))
  assert.equal(await downloadCount(server.baseUrl, file.id), 0)
})

test('ids that cannot be are files that are not there, and never a path', async () => {
  await using server = await startServer()
  const ids = [
    '..',
    '%2e%2e',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2fetc%2fpasswd',
    'AAAAAAAAAAAAAAAAAAAAA%2f',
    'AAAAAAAAAAAAAAAAAAAAA%5c',
    'AAAAAAAAAAAAAAAAAAAAA%00',
    '%00',
    '.',
    'AAAAAAAAAAAAAAAAAAAAAA.bin',
    'AAAAAAAAAAAAAAAAAAAAAA%0d%0aX: y',
    'a'.repeat(5000),
    "' or 1=1 --",
    '__proto__',
    '%F0%9F%92%A3',
  ]
  for (const id of ids) {
    for (const [method, path] of [
      ['GET', `/api/files/info/${id}`],
      ['GET', `/api/download/${id}/file`],
      ['HEAD', `/api/download/${id}/file`],
      ['POST', `/api/download/${id}/ticket`],
      ['DELETE', `/api/files/${id}`],
    ] as const) {
      const response = await rawCall(server, method, path)
      assert.match(response, /^HTTP\/1\.1 40[0-9] /, `${method} ${path}`)
      assert.doesNotMatch(response, /root:|node_modules|\bat \w+ \(/)
    }
  }
  for (const id of ['%', '%zz', '%c3%28']) {
    assert.equal(await codeOf(await fetch(`${server.baseUrl}/api/files/info/${id}`), 404), 'FILE_NOT_FOUND')
  }
})

/** Sends a path as it is: fetch would tidy it up first. */
async function rawCall({ baseUrl }: TestServer, method: string, path: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  // Not its end: who ends a connection waits for no answer.
  socket.write(`${method} ${path.replaceAll(' ', '%20')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  let answer = ''
  for await (const buffer of socket) answer += buffer
  return answer
}
