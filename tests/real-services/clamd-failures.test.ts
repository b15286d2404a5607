import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { leftovers } from '#tests/support/databases/leftovers.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { startClamd } from '#tests/support/services/clamd.ts'
import { noise } from '#tests/support/services/noise.ts'
import { beginUpload } from '#tests/support/transfers/begin-upload.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024

function send(server: TestServer, size: number): Promise<Response> {
  return sendForm(server.baseUrl, [{ name: 'file', bytes: noise(size), filename: 'file.dat' }])
}

/** A sender who comes while clamd is known to be away. */
async function refusedAtOnce(t: TestContext, server: TestServer): Promise<void> {
  const began = performance.now()
  const response = await send(server, 1000)
  atMost(t, 'refused after', performance.now() - began, 4000, 'ms')
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(await codeOf(response, 503), 'SCANNER_UNAVAILABLE')
}

/** The address of a new upload over tus 1.0. */
async function createUpload(server: TestServer, length: number): Promise<string> {
  const name = Buffer.from('file.dat').toString('base64')
  const response = await fetch(`${server.baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': `filename ${name}`,
    },
  })
  assert.equal(response.status, 201)
  return `${server.baseUrl}${response.headers.get('location')}`
}

function appendTo(address: string, offset: number, bytes: Uint8Array): Promise<Response> {
  return fetch(address, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: new Uint8Array(bytes),
  })
}

test('killed in the middle of a file: 503, and nothing is left', async (t) => {
  await using clamd = await startClamd()
  await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
  const sending = beginUpload(server)
  await sending.write(noise(5 * MIB))
  await clamd.kill()
  assert.equal(await sending.end(noise(5 * MIB)), 'SCANNER_UNAVAILABLE')
  assert.equal(await leftovers(server), 0)
  await refusedAtOnce(t, server)
  assert.equal(await leftovers(server), 0)
})

test('killed in the middle of a folder: 503, and nothing is left', async () => {
  await using clamd = await startClamd()
  await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
  const sending = beginUpload(server, 'files')
  await sending.write(noise(MIB))
  await sending.next()
  await sending.write(noise(MIB))
  await clamd.kill()
  assert.equal(await sending.end(noise(MIB)), 'SCANNER_UNAVAILABLE')
  assert.equal(await leftovers(server), 0)
})

test('frozen: 503 within seconds, the next senders do not wait, and all is well when it is back', async (t) => {
  await using clamd = await startClamd()
  await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
  clamd.freeze()
  // One waits for an answer, the other for room.
  const began = performance.now()
  const answers = await Promise.all([send(server, 1000), send(server, 8 * MIB)])
  for (const answer of answers) assert.equal(await codeOf(answer, 503), 'SCANNER_UNAVAILABLE')
  atMost(t, 'both refused after', performance.now() - began, 20_000, 'ms')
  await refusedAtOnce(t, server)
  assert.equal(await leftovers(server), 0)
  clamd.thaw()
  server.clock.advance(10_000)
  assert.equal((await send(server, 1000)).status, 201)
})

test('frozen under a resumable upload: its bytes stay, and it ends when clamd is back', async () => {
  await using clamd = await startClamd('AlertExceedsMax yes')
  await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
  const bytes = noise(MIB)
  const address = await createUpload(server, bytes.length)
  assert.equal((await appendTo(address, 0, bytes.subarray(0, 1000))).status, 204)
  clamd.freeze()
  const answer = await appendTo(address, 1000, bytes.subarray(1000))
  assert.equal(await codeOf(answer, 503), 'SCANNER_UNAVAILABLE')
  clamd.thaw()
  server.clock.advance(10_000)
  assert.equal((await appendTo(address, bytes.length, new Uint8Array(0))).status, 204)
  const id = address.split('/').at(-1) ?? ''
  const { file } = await server.client.call('resumableResult', { params: { id } })
  const info = await server.client.call('fileInfo', { params: { id: file.id } })
  assert.deepEqual([info.file.size, info.file.scan], [bytes.length, 'clean'])
})

test('with room for fewer bytes than it is sent: 503 for that file, not for others', async () => {
  await using clamd = await startClamd('StreamMaxLength 10M')
  await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
  assert.equal(await codeOf(await send(server, 12 * MIB), 503), 'SCANNER_UNAVAILABLE')
  assert.equal(await leftovers(server), 0)
  assert.equal((await send(server, 10 * MIB)).status, 201)
})
