import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import { blobFiles } from '#tests/support/databases/damage-blob.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

const text = Buffer.from('Nothing but words. '.repeat(1000))
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(20_000)])

/** The beginning of every Windows program, and some bytes. */
const program = Buffer.alloc(30_000)
program.write('MZ', 'latin1')
program.writeUInt32LE(0xf8, 60)
program.write('PE\0\0', 0xf8, 'latin1')

/** Nothing of a refused upload is left: no row, no byte on the disk. */
async function expectNothingLeft({ folder, services: { database } }: TestServer) {
  for (const table of ['transfers', 'files', 'slots', 'segments', 'blobs'] as const) {
    assert.deepEqual(await database.selectFrom(table).selectAll().execute(), [])
  }
  assert.deepEqual(await blobFiles(folder), [])
}

function tusUpload({ baseUrl }: TestServer, filename: string, bytes: Uint8Array): Promise<Response> {
  return fetch(`${baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}`,
    },
    body: new Uint8Array(bytes),
  })
}

/** Sends a file in every way there is: alone, in a folder between others, and resumable. */
async function* everyWay(server: TestServer, filename: string, bytes: Uint8Array) {
  yield await sendForm(server.baseUrl, [{ name: 'file', bytes, filename }])
  yield await sendForm(server.baseUrl, [
    { name: 'files', bytes: text, filename: 'a.txt' },
    { name: `folderPath_${filename}`, value: 'trip/day 2' },
    { name: 'files', bytes, filename },
    { name: 'files', bytes: text, filename: 'z.txt' },
  ])
  yield await tusUpload(server, filename, bytes)
}

describe('dangerous', () => {
  for (const [filename, bytes] of [
    ['x.exe', text],
    ['invoice.pdf.exe', text],
    ['x.EXE. ', text],
    ['setup.sh', text],
    ['empty.bat', Buffer.alloc(0)],
    ['photo.jpg', program],
    ['program', program],
  ] as const) {
    test(`${JSON.stringify(filename)} of ${bytes.length} bytes is refused, and leaves nothing`, async () => {
      await using server = await startServer()
      for await (const response of everyWay(server, filename, bytes)) {
        const body: Record<string, unknown> = await response.clone().json()
        assert.equal(await codeOf(response, 422), 'DANGEROUS_FILE_TYPE')
        assert.match(String(body.message), /^File blocked for security\./)
        assert.equal(body.details, filename.replace(/[. ]+$/, ''))
        await expectNothingLeft(server)
      }
    })
  }

  test('a program that comes in small parts is refused once all of it is there', async () => {
    await using server = await startServer()
    const whole = program.subarray(0, 3000)
    const created = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '3000', 'upload-metadata': 'filename YS5qcGc=' },
    })
    const url = server.baseUrl + created.headers.get('location')
    const send = (offset: number) =>
      fetch(url, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: new Uint8Array(whole.subarray(offset, offset + 1500)),
      })
    assert.equal((await send(0)).status, 204)
    assert.equal(await codeOf(await send(1500), 422), 'DANGEROUS_FILE_TYPE')
    await expectNothingLeft(server)
  })

  test('a name that reads backwards is refused', async () => {
    await using server = await startServer()
    for await (const response of everyWay(server, 'holiday\u202egpj.exe', text)) {
      assert.equal(await codeOf(response, 422), 'DANGEROUS_FILE_TYPE')
      await expectNothingLeft(server)
    }
  })

  test('a name that is cut into a dangerous one is refused', async () => {
    await using server = await startServer()
    for await (const response of everyWay(server, `${'x'.repeat(251)}.exe${'y'.repeat(40)}`, text)) {
      assert.equal(await codeOf(response, 422), 'DANGEROUS_FILE_TYPE')
      await expectNothingLeft(server)
    }
  })

  test('the operator may block more, and less', async () => {
    await using server = await startServer({ environment: { BLOCKED_TYPES: 'default,docm,-sh' } })
    await upload(server.baseUrl, text, {}, 'build.sh')
    for (const filename of ['a.docm', 'a.bat']) {
      const response = await sendForm(server.baseUrl, [{ name: 'file', bytes: text, filename }])
      assert.equal(await codeOf(response, 422), 'DANGEROUS_FILE_TYPE')
    }
    await using open = await startServer({ environment: { BLOCKED_TYPES: 'none' } })
    await upload(open.baseUrl, program, {}, 'x.exe')
  })
})

test('a list of allowed types refuses all others, and is named', async () => {
  await using server = await startServer({ environment: { ALLOWED_TYPES: 'jpg, .TXT' } })
  await upload(server.baseUrl, jpeg, {}, 'photo.JPG')
  await upload(server.baseUrl, text, {}, 'a.txt')
  assert.deepEqual((await server.client.call('config')).fileTypes.allowed, ['jpg', 'txt'])
  await using fresh = await startServer({ environment: { ALLOWED_TYPES: 'jpg, .TXT' } })
  for (const [filename, bytes] of [
    ['photo.png', jpeg],
    ['photo', jpeg],
    ['photo.jpg', text],
    ['notes.txt', jpeg],
  ] as const) {
    for await (const response of everyWay(fresh, filename, bytes)) {
      const body: Record<string, unknown> = await response.clone().json()
      assert.equal(await codeOf(response, 415), 'UNSUPPORTED_FILE_TYPE')
      assert.match(String(body.message), /^File type not supported\./)
      assert.deepEqual([body.details, body.supportedTypes], [filename, ['jpg', 'txt']])
      await expectNothingLeft(fresh)
    }
  }
})

test('a refused resumable upload remembers why, with the types that would have been taken', async () => {
  await using server = await startServer({ environment: { ALLOWED_TYPES: 'pdf' } })
  const response = await tusUpload(server, 'a.txt', text)
  const id = response.headers.get('location')?.split('/').at(-1) ?? ''
  await assert.rejects(server.client.call('resumableResult', { params: { id } }), {
    code: 'UNSUPPORTED_FILE_TYPE',
    supportedTypes: ['pdf'],
  })
})

test('a decompression bomb goes through as the few bytes that it is', async () => {
  await using server = await startServer()
  const bomb = await gzipBomb(4096)
  const before = process.resourceUsage().maxRSS
  const response = await sendForm(server.baseUrl, [
    { name: 'files', bytes: bomb, filename: 'innocent.txt' },
    { name: 'files', bytes: bomb, filename: 'bomb.gz' },
  ])
  const reply = JSON.parse(await response.text())
  assert.equal(response.status, 201, JSON.stringify(reply))
  const { url } = await server.client.call('downloadTicket', { params: { id: reply.file.id }, body: {} })
  const members = readZip(Buffer.from(await (await fetch(server.baseUrl + url)).arrayBuffer()))
  assert.deepEqual(
    members.map(({ path, content }) => [path, content.equals(bomb)]),
    [
      ['innocent.txt', true],
      ['bomb.gz', true],
    ],
  )
  // The bomb would take 4 GB; maxRSS counts in KB.
  assert.ok(process.resourceUsage().maxRSS - before < 500_000)
})

/** A gzip file that unpacks to so many megabytes of zeros. */
async function gzipBomb(megabytes: number): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 })
  deflate.write(Buffer.alloc(1024 ** 2))
  const flushed = Promise.withResolvers<void>()
  deflate.flush(constants.Z_FULL_FLUSH, () => flushed.resolve())
  await flushed.promise
  const block = Buffer.concat([deflate.read()])
  deflate.destroy()
  const head = Buffer.from('1f8b08000000000002ff', 'hex')
  const end = Buffer.alloc(10)
  end.set([3, 0])
  end.writeUInt32LE(crc32(''), 2)
  return Buffer.concat([head, ...Array.from({ length: megabytes }, () => block), end])
}
