import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, test } from 'node:test'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { metadata, resultOf, tus } from '#tests/support/transfers/resumable-uploads.ts'

let server: TestServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

/** Nothing was begun, and nothing is claimed. */
async function assertNothingLeft(): Promise<void> {
  const { database } = server.services
  for (const table of ['uploads', 'files', 'upload_claims'] as const)
    assert.deepEqual(await database.selectFrom(table).selectAll().execute(), [], table)
}

function create(headers: Record<string, string>): Promise<Response> {
  return fetch(`${server.baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '3', ...headers },
  })
}

async function send(bytes: Buffer, options: Partial<UploadOptions>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const upload = new Upload(bytes, {
    endpoint: `${server.baseUrl}/api/files/resumable/`,
    metadata: { filename: 'a.bin', filetype: 'application/octet-stream' },
    retryDelays: [0, 0],
    onError: reject,
    onSuccess: () => resolve(upload.url ?? ''),
    ...options,
  })
  upload.start()
  return await promise
}

test('parts of one file, sent by tus-js-client at once, are refused in a sentence and leave nothing', async () => {
  const options = {
    parallelUploads: 3,
    metadataForPartialUploads: { filename: 'a.bin', filetype: 'application/octet-stream' },
  }
  await assert.rejects(send(randomBytes(30_000), options), (error) => {
    assert.ok(error instanceof DetailedError)
    assert.equal(error.originalResponse?.getStatus(), 400)
    assert.match(error.originalResponse.getBody(), /Upload-Concat: this server does not offer concatenation/)
    return true
  })
  await assertNothingLeft()
})

test('a file whose length tus-js-client does not know yet is refused in a sentence', async () => {
  await assert.rejects(
    send(randomBytes(10), { uploadLengthDeferred: true }),
    /Upload-Defer-Length: this server does not offer creation-defer-length/,
  )
  await assertNothingLeft()
})

for (const [what, headers, sentence] of [
  ['an unknown header', { 'upload-complete': '?1' }, /^Upload-Complete: .* does not know this header\.$/],
  ['an empty header', { 'upload-checksum': '' }, /^Upload-Checksum: empty\.$/],
  ['an offset', { 'upload-offset': '5' }, /^Upload-Offset: a new upload begins at 0\.$/],
  [
    'two names that differ',
    { 'upload-metadata': `${metadata({ name: 'b.bin' })},${metadata({ filename: 'a.bin' })}` },
    /^name and filename: sent with different values$/,
  ],
  [
    'one key with two values',
    { 'upload-metadata': `${metadata({ filename: 'b' })},${metadata({ filename: 'a' })}` },
    /^filename: sent twice, with different values$/,
  ],
  [
    'a key that objects have by themselves',
    { 'upload-metadata': `${metadata({ filename: 'a' })},constructor YQ==,__proto__ YQ==` },
    /^form: unknown: constructor, __proto__$/,
  ],
  ['a value that was cut', { 'upload-metadata': 'filename YWJjZ' }, /^filename: not base64$/],
] as const)
  test(`a creation with ${what} is refused by its name and leaves nothing`, async () => {
    const response = await create({ 'upload-metadata': metadata({ filename: 'a' }), ...headers })
    const { code, details } = await response.json()
    assert.deepEqual([response.status, code], [400, 'VALIDATION_ERROR'])
    assert.match(details, sentence)
    await assertNothingLeft()
  })

test('a header that comes twice is refused by its name and leaves nothing', async () => {
  const twice = [metadata({ filename: 'a' }), metadata({ password: 'b' })]
  const sending = request(`${server.baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '3', 'upload-metadata': twice },
  })
  sending.end()
  const [answer]: IncomingMessage[] = await once(sending, 'response')
  assert.ok(answer)
  assert.equal(answer.statusCode, 400)
  assert.match(Buffer.concat(await answer.toArray()).toString(), /"details":"Upload-Metadata: sent twice\."/)
  await assertNothingLeft()
})

test('a file sent by tus-js-client to an address with a slash at its end becomes a transfer', async () => {
  const { file } = await resultOf(server, await send(randomBytes(30_000), {}))
  assert.equal(file.size, 30_000)
})

test('what is said twice, by two names in any order, is no contradiction', async () => {
  const [name, filename] = [metadata({ name: 'a.bin' }), metadata({ filename: 'a.bin' })]
  for (const order of [`${name},${filename}`, `${filename},${name}`, `${filename},${filename}`]) {
    const response = await create({ 'upload-metadata': order })
    assert.equal(response.status, 201, await response.text())
  }
})
