import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { Upload } from 'tus-js-client'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import {
  createUpload,
  metadata,
  offsetOf,
  patchUpload,
  resultOf,
  tus,
} from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 3_600_000
async function download(server: TestServer, id: string, password?: string): Promise<Buffer> {
  const body = password === undefined ? {} : { password }
  const ticket = await server.client.call('downloadTicket', { params: { id }, body })
  return Buffer.from(await (await fetch(server.baseUrl + ticket.url)).arrayBuffer())
}

/** Sends the head of a PATCH and some of its bytes, and hangs up. */
async function breakOff(url: string, length: number, bytes: Uint8Array, offset: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `PATCH ${pathname} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: ${offset}\r\n` +
        `Content-Type: application/offset+octet-stream\r\nContent-Length: ${length}\r\n\r\n`,
    )
    socket.write(bytes)
  })
  let reached = offset
  socket.on('data', () => socket.end()).on('error', () => {})
  await until(async () => {
    reached = await offsetOf(url)
    return reached > offset || socket.readableEnded
  })
  socket.destroy()
  return reached
}

/** A POST whose length is not said. */
async function sendChunked(url: string, text: string, headers: Record<string, string>) {
  const sending = request(url, { method: 'POST', headers })
  sending.flushHeaders()
  if (text !== '') sending.write(text)
  sending.end()
  const [answer]: IncomingMessage[] = await once(sending, 'response')
  assert.ok(answer)
  await answer.toArray()
  return answer
}

forEachDatabase('a resumable upload', ({ place }) => {
  test('goes by what its sender may do at its end, not at its beginning', async () => {
    await using server = await startServer(await place())
    const { database } = server.services
    const { token } = await signUp(server)
    await database.updateTable('users').set({ is_pro: 1 }).execute()
    const authorization = { authorization: `Bearer ${token}` }
    const url = await createUpload(server, 200, { expiresIn: '7d' }, authorization)
    const other = await createUpload(server, 100, {}, authorization)
    assert.equal((await patchUpload(url, 0, randomBytes(100))).status, 204)
    await database.updateTable('users').set({ is_pro: 0 }).execute()
    assert.equal(
      await codeOf(await patchUpload(url, 100, randomBytes(100)), 403),
      'PRO_SUBSCRIPTION_REQUIRED',
    )
    await database.updateTable('users').set({ is_active: 0 }).execute()
    assert.equal(await codeOf(await patchUpload(other, 0, randomBytes(100)), 401), 'INVALID_TOKEN')
    assert.deepEqual(await database.selectFrom('files').select('id').execute(), [])
  })

  for (const size of [0, 1, 300_000]) {
    test(`of ${size} bytes by a tus client becomes a file`, async () => {
      await using server = await startServer(await place())
      const bytes = randomBytes(size)
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const upload = new Upload(bytes, {
        endpoint: `${server.baseUrl}/api/files/resumable`,
        uploadSize: size,
        metadata: { filename: 'Straße.bin', filetype: 'text/plain', expiresIn: '1h', description: 'hi' },
        retryDelays: null,
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      })
      upload.start()
      const { file } = await resultOf(server, await promise)
      assert.deepEqual([file.filename, file.size], ['Straße.bin', size])
      const info = (await server.client.call('fileInfo', { params: { id: file.id } })).file
      assert.deepEqual([info.mimeType, info.description], ['text/plain', 'hi'])
      assert.equal(Date.parse(info.expiresAt) - Date.parse(info.uploadDate), 3_600_000)
      assert.deepEqual(await download(server, file.id), bytes)
    })
  }

  test('goes on where it broke off, as often as needed', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(1_000_000)
    const url = await createUpload(server, bytes.length, { password: 'Sesam' })
    let offset = 0
    for (const part of [200_001, 100_000, 16_384]) {
      const before = offset
      // Asked before it has looked at the first byte, the server drops the connection: then they are sent again.
      while (offset === before)
        offset = await breakOff(url, bytes.length - before, bytes.subarray(before, before + part), before)
      assert.ok(offset <= before + part)
    }
    assert.equal((await patchUpload(url, offset, bytes.subarray(offset))).status, 204)
    const { file } = await resultOf(server, url)
    assert.deepEqual(await download(server, file.id, 'Sesam'), bytes)
    await assert.rejects(download(server, file.id, 'wrong'), { code: 'INVALID_FILE_PASSWORD' })
    const part = await server.client.call('downloadTicket', {
      params: { id: file.id },
      body: { password: 'Sesam' },
    })
    const middle = await fetch(server.baseUrl + part.url, { headers: { range: 'bytes=200000-300100' } })
    assert.deepEqual(Buffer.from(await middle.arrayBuffer()), bytes.subarray(200_000, 300_101))
  })

  test('may carry a whole form', async () => {
    await using server = await startServer(await place())
    const form = new FormData()
    form.append('expiresIn', '1h')
    form.append('folderPath_a.txt', 'trip')
    form.append('files', new Blob(['one']), 'a.txt')
    form.append('files', new Blob(['two']), 'b.txt')
    const request = new Request('http://x', { method: 'POST', body: form })
    const type = request.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await request.arrayBuffer())
    const response = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': metadata({ filetype: type }),
      },
    })
    const url = `${server.baseUrl}${response.headers.get('location')}`
    await patchUpload(url, 0, bytes.subarray(0, 100))
    assert.equal((await patchUpload(url, 100, bytes.subarray(100))).status, 204)
    const reply = await resultOf(server, url)
    assert.deepEqual([reply.uploaded, reply.compressed], [2, true])
    assert.equal((await download(server, reply.file.id)).subarray(0, 4).toString('latin1'), 'PK\x03\x04')
    // Nothing but the file's own blob is left.
    assert.equal((await Array.fromAsync(server.services.blobs.default.list(Date.now() + DAY))).length, 1)
  })

  test('reports its result again, and its deletion link works', async () => {
    await using server = await startServer(await place())
    const url = await createUpload(server, 3)
    await patchUpload(url, 0, Buffer.from('abc'))
    const first = await resultOf(server, url)
    assert.deepEqual(await resultOf(server, url), first)
    const token = new URL(first.file.deletionUrl).hash.slice(1)
    const rows = await server.services.database.selectFrom('uploads').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(token))
    const headers = { 'x-deletion-token': token }
    const gone = await fetch(`${server.baseUrl}/api/files/${first.file.id}`, { method: 'DELETE', headers })
    assert.equal(gone.status, 200)
  })

  test('of two connections at once one wins', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(3_000_000)
    const url = await createUpload(server, bytes.length)
    const answers = await Promise.all([patchUpload(url, 0, bytes), patchUpload(url, 0, bytes)])
    const codes = answers.map(({ status }) => status).toSorted()
    assert.equal(codes[0], 204)
    assert.ok([409, 423].includes(codes[1] ?? 0), String(codes))
    assert.deepEqual(await download(server, (await resultOf(server, url)).file.id), bytes)
  })

  test('refuses a wrong offset, too many bytes and a wrong checksum, and stays as it was', async () => {
    await using server = await startServer(await place())
    const bytes = Buffer.from('0123456789')
    const url = await createUpload(server, bytes.length)
    assert.equal(await codeOf(await patchUpload(url, 5, bytes.subarray(5)), 409), 'UPLOAD_OFFSET_MISMATCH')
    assert.equal(await codeOf(await patchUpload(url, 0, Buffer.alloc(11)), 413), 'BODY_TOO_LARGE')
    const wrong = { 'upload-checksum': `sha256 ${Buffer.alloc(32).toString('base64')}` }
    assert.equal(await codeOf(await patchUpload(url, 0, bytes, wrong), 460), 'UPLOAD_CHECKSUM_MISMATCH')
    assert.equal(await offsetOf(url), 0)
    const hash = createHash('sha256').update(bytes).digest('base64')
    assert.equal((await patchUpload(url, 0, bytes, { 'upload-checksum': `sha256 ${hash}` })).status, 204)
    assert.deepEqual(await download(server, (await resultOf(server, url)).file.id), bytes)
  })

  test('of nothing takes no bytes, also where their number is not said', async () => {
    await using server = await startServer(await place())
    const send = (text: string) =>
      sendChunked(`${server.baseUrl}/api/files/resumable`, text, {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-length': '0',
        'upload-metadata': metadata({ filename: 'a.bin' }),
      })
    assert.equal((await send('abc')).statusCode, 413)
    const created = await send('')
    assert.deepEqual([created.statusCode, created.headers['upload-offset']], [201, '0'])
    const { file } = await resultOf(server, `${server.baseUrl}${created.headers.location}`)
    assert.equal((await download(server, file.id)).length, 0)
    const { total } = await server.services.database
      .selectFrom('transfers')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    assert.equal(total, 1)
  })

  test('that nobody finishes is swept, key and bytes', async () => {
    await using server = await startServer(await place())
    const url = await createUpload(server, 100)
    await patchUpload(url, 0, Buffer.alloc(50))
    server.clock.advance(DAY + 1)
    await server.sweep()
    const gone = await fetch(url, { method: 'HEAD', headers: tus })
    assert.equal(gone.status, 404)
    assert.deepEqual(await Array.fromAsync(server.services.blobs.default.list(server.clock.now() + DAY)), [])
    server.clock.advance(2 * DAY)
    await server.sweep()
    assert.deepEqual(await server.services.database.selectFrom('day_keys').selectAll().execute(), [])
  })

  test('can be cancelled', async () => {
    await using server = await startServer(await place())
    const url = await createUpload(server, 100)
    await patchUpload(url, 0, Buffer.alloc(50))
    assert.equal((await fetch(url, { method: 'DELETE', headers: tus })).status, 204)
    assert.equal((await fetch(url, { method: 'HEAD', headers: tus })).status, 404)
    assert.deepEqual(await Array.fromAsync(server.services.blobs.default.list(Date.now() + DAY)), [])
  })

  test('that is refused at its end says so again and leaves nothing', async () => {
    await using server = await startServer(await place())
    const bytes = Buffer.from(`${'x'.repeat(5000)}${eicar()}`)
    const url = await createUpload(server, bytes.length)
    // In two parts, cut inside the signature: it is looked at again as a whole.
    await patchUpload(url, 0, bytes.subarray(0, 5020))
    assert.equal(await codeOf(await patchUpload(url, 5020, bytes.subarray(5020)), 422), 'VIRUS_DETECTED')
    await assert.rejects(resultOf(server, url), { code: 'VIRUS_DETECTED' })
    assert.deepEqual(await Array.fromAsync(server.services.blobs.default.list(Date.now() + DAY)), [])
    assert.deepEqual(await server.services.database.selectFrom('files').selectAll().execute(), [])
  })

  test('that is refused by its first bytes refuses them again', async () => {
    await using server = await startServer(await place())
    const bytes = Buffer.alloc(10_000)
    bytes.write('MZ')
    bytes.writeUInt32LE(128, 60)
    bytes.write('PE\0\0', 128)
    const url = await createUpload(server, bytes.length, { filename: 'a.pdf' })
    // The sender whose answer was lost asks for the offset, and sends what is missing.
    for (const time of ['first', 'second']) {
      assert.equal(await offsetOf(url), 0, time)
      assert.equal(await codeOf(await patchUpload(url, 0, bytes), 422), 'DANGEROUS_FILE_TYPE', time)
    }
  })

  test('keeps its metadata sealed', async () => {
    await using server = await startServer(await place())
    await createUpload(server, 100, { password: 'Topfenstrudel', description: 'Topfenstrudel' })
    const rows = await server.services.database.selectFrom('uploads').selectAll().execute()
    assert.ok(!Buffer.concat(rows.map((row) => Buffer.from(row.metadata))).includes('Topfenstrudel'))
  })
})

test('bad requests are refused in the shape of the contract', async () => {
  await using server = await startServer()
  const at = `${server.baseUrl}/api/files/resumable`
  async function post(headers: Record<string, string>, status: number) {
    return codeOf(await fetch(at, { method: 'POST', headers }), status)
  }
  const name = metadata({ filename: 'a.bin' })
  assert.equal(await post({ 'upload-length': '1', 'upload-metadata': name }, 412), 'TUS_VERSION_UNSUPPORTED')
  assert.equal(await post({ ...tus, 'upload-length': '-1', 'upload-metadata': name }, 400), 'BAD_REQUEST')
  assert.equal(await post({ ...tus, 'upload-metadata': name }, 400), 'BAD_REQUEST')
  const tooLong = { ...tus, 'upload-length': String(3 * 1024 ** 3), 'upload-metadata': name }
  assert.equal(await post(tooLong, 413), 'FILE_TOO_LARGE')
  for (const values of [
    {},
    { filename: '' },
    { filename: '..' },
    { filename: 'a', colour: 'red' },
    { filename: 'a', expiresIn: '5y' },
    { filetype: 'multipart/form-data' },
    { filetype: 'multipart/form-data; boundary=a*b' },
    { filetype: `multipart/form-data; boundary=a; b=${'c'.repeat(1000)}` },
  ]) {
    const headers = { ...tus, 'upload-length': '1', 'upload-metadata': metadata(values) }
    assert.equal(await post(headers, 400), 'VALIDATION_ERROR')
  }
  const pro = metadata({ filename: 'a', expiresIn: '7d' })
  assert.equal(
    await post({ ...tus, 'upload-length': '1', 'upload-metadata': pro }, 403),
    'PRO_SUBSCRIPTION_REQUIRED',
  )
  for (const id of ['..%2f..%2fetc', 'a%00b', 'AAAAAAAAAAAAAAAAAAAAAA', 'x'.repeat(500)]) {
    assert.equal((await fetch(`${at}/${id}`, { method: 'HEAD', headers: tus })).status, 404, id)
  }
  const options = await fetch(at, { method: 'OPTIONS' })
  assert.equal(options.status, 204)
  assert.match(options.headers.get('tus-extension') ?? '', /creation,.*termination,checksum,expiration/)
})

test('the largest size announced is that of who asks', async () => {
  const environment = { FREE_TRANSFER_SIZE: '3MB', PRO_TRANSFER_SIZE: '7MB' }
  await using server = await startServer({ environment })
  const maxSize = async (headers = {}) => {
    const response = await fetch(`${server.baseUrl}/api/files/resumable`, { method: 'OPTIONS', headers })
    return Number(response.headers.get('tus-max-size')) / (1024 * 1024)
  }
  assert.equal(await maxSize(), 3)
  const { token } = await signUp(server)
  assert.equal(await maxSize({ authorization: `Bearer ${token}` }), 3)
  await server.services.database.updateTable('users').set({ is_pro: 1 }).execute()
  assert.equal(await maxSize({ authorization: `Bearer ${token}` }), 7)
})

/** Creates a resumable upload of a form whose boundary is XX. */
async function createForm({ baseUrl }: TestServer, length: number): Promise<string> {
  const created = await fetch(`${baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(length),
      'upload-metadata': metadata({ filetype: 'multipart/form-data; boundary=XX' }),
    },
  })
  assert.equal(created.status, 201, await created.text())
  return `${baseUrl}${created.headers.get('location')}`
}

test('of a form only the files count against the largest size', async () => {
  await using server = await startServer({
    environment: { FREE_FILE_SIZE: '2KB', FREE_TRANSFER_SIZE: '2KB' },
  })
  const head = (name: string) =>
    `--XX\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
  for (const [size, status] of [
    [1024, 204],
    [1025, 413],
  ] as const) {
    const files = [`${head('a.bin')}${'a'.repeat(1024)}`, `${head('b.bin')}${'b'.repeat(size)}`]
    const form = `${files.join('\r\n')}\r\n--XX--\r\n`
    const url = await createForm(server, form.length)
    assert.equal((await patchUpload(url, 0, Buffer.from(form))).status, status)
  }
})

test('a form that has arrived without its end is refused once and for all', async () => {
  await using server = await startServer()
  const form = '--XX\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nbytes\r\n--XX'
  const url = await createForm(server, form.length)
  assert.equal(await codeOf(await patchUpload(url, 0, Buffer.from(form)), 400), 'MALFORMED_FORM')
  assert.deepEqual(await Array.fromAsync(server.services.blobs.default.list(Date.now() + DAY)), [])
  await assert.rejects(resultOf(server, url), { code: 'MALFORMED_FORM' })
})
