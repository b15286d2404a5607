import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startClamd } from '#tests/support/clamd.ts'
import { eicar } from '#tests/support/eicar.ts'
import { realClamd } from '#tests/support/real-services.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers.ts'

const MIB = 1024 * 1024
const { host, port } = realClamd()
/** A clamd with default settings: it does not tell when its limits stop it. */
const CLAMD_URL = `tcp://${host}:${port}`

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-archives-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Packs one file with 7-Zip. */
async function pack(content: Uint8Array, ending: string, ...switches: string[]): Promise<Buffer> {
  const place = await mkdtemp(join(folder, 'pack-'))
  const [member, archive] = [join(place, 'member.bin'), join(place, `archive.${ending}`)]
  await writeFile(member, content)
  await promisify(execFile)('7z', ['a', '-bd', ...switches, archive, member])
  return readFile(archive)
}

/** Noise that is no container, not even by chance. */
function plain(size: number): Buffer {
  return randomBytes(size).fill('plain ', 0, Math.min(size, 1024))
}

function padded(before: number, after: number): Buffer {
  return Buffer.concat([plain(before), eicar(), Buffer.alloc(after)])
}

async function send(server: TestServer, bytes: Uint8Array): Promise<Response> {
  return sendForm(server.baseUrl, [{ name: 'file', bytes, filename: 'file.dat' }])
}

/** What people are told of the scan of a file that was taken. */
async function verdictOf(server: TestServer, bytes: Uint8Array): Promise<string> {
  const { id } = await upload(server.baseUrl, bytes, {}, 'file.dat')
  return (await server.client.call('fileInfo', { params: { id } })).file.scan
}

/** Sends files to a server that lets the unscanned pass, and to one that does not. */
async function expectVerdicts(
  clamdUrl: string,
  verdicts: readonly (readonly [what: string, bytes: Uint8Array, verdict: string])[],
): Promise<void> {
  const environment = { CLAMD_URL: clamdUrl }
  await using lenient = await startServer({ environment: { ...environment, UNSCANNED_FILES: 'allow' } })
  await using strict = await startServer({ environment })
  for (const [what, bytes, verdict] of verdicts) {
    assert.equal(await verdictOf(lenient, bytes), verdict, what)
    if (verdict === 'unscanned') {
      assert.equal(await codeOf(await send(strict, bytes), 422), 'NOT_SCANNABLE', what)
    } else assert.equal(await verdictOf(strict, bytes), verdict, what)
  }
}

/** Rows, pieces, and blobs whether finished or not. */
async function leftovers({ services }: TestServer): Promise<number> {
  const later = Date.now() + 60 * 60_000
  const blobs = await Array.fromAsync(services.blobs.list(later))
  const stages = await services.blobs.sweepStages(later)
  const rows = await services.database.selectFrom('files').selectAll().execute()
  return blobs.length + stages + rows.length
}

describe('with clamd', () => {
  test('the test file is refused wherever it hides', async () => {
    await using server = await startServer({ environment: { CLAMD_URL } })
    const zip = await pack(eicar(), 'zip')
    for (const [where, bytes] of Object.entries({
      alone: eicar(),
      'in a ZIP': zip,
      'in a ZIP in a 7z': await pack(zip, '7z'),
      'in front of more than clamd gets at once': padded(0, 30 * MIB),
      'behind as much': padded(60 * MIB, 0),
      'across the border': padded(25 * MIB - 30, 5 * MIB),
    })) {
      assert.equal(await codeOf(await send(server, bytes), 422), 'VIRUS_DETECTED', where)
      assert.equal(await leftovers(server), 0, where)
    }
  })

  test('one file of a folder is enough, packed or not', async () => {
    await using server = await startServer({ environment: { CLAMD_URL } })
    for (const bad of [eicar(), await pack(eicar(), 'zip')]) {
      const response = await sendForm(server.baseUrl, [
        { name: 'folderPath_a.txt', value: 'trip' },
        { name: 'files', bytes: plain(1000), filename: 'a.txt' },
        { name: 'folderPath_b.dat', value: 'trip/day 2' },
        { name: 'files', bytes: bad, filename: 'b.dat' },
        { name: 'files', bytes: plain(1000), filename: 'c.txt' },
      ])
      assert.equal(await codeOf(response, 422), 'VIRUS_DETECTED')
      assert.equal(await leftovers(server), 0)
    }
  })

  test('it is refused when it comes in two chunks', async () => {
    await using server = await startServer({ environment: { CLAMD_URL } })
    const sending = beginUpload(server)
    await sending.write(eicar().subarray(0, 30))
    assert.equal(await sending.end(eicar().subarray(30)), 'VIRUS_DETECTED')
    assert.equal(await leftovers(server), 0)
  })

  test('a file is called clean only if clamd has read all of it', async () => {
    await using clamd = await startClamd('AlertExceedsMax yes', 'AlertEncrypted yes')
    const bomb = await pack(Buffer.concat([Buffer.alloc(120 * MIB), eicar()]), 'zip')
    const archive = await pack(plain(1000), 'zip')
    await expectVerdicts(clamd.url, [
      ['a plain file', plain(1000), 'clean'],
      ['an empty file', Buffer.alloc(0), 'clean'],
      ['as much as clamd gets at once', plain(25 * MIB), 'clean'],
      ['one byte more', plain(25 * MIB + 1), 'checked'],
      ['a ZIP', archive, 'checked'],
      ['a ZIP behind something else', Buffer.concat([plain(5000), archive]), 'checked'],
      ['a ZIP in which clamd meets its limit two levels down', await pack(bomb, 'zip'), 'checked'],
      ['a gzip file', await pack(plain(1000), 'gz'), 'checked'],
      ['a ZIP in which clamd meets its limit', bomb, 'unscanned'],
      ['that behind something else', Buffer.concat([plain(5000), bomb]), 'unscanned'],
      ['a gzip file in which clamd meets its limit', await pack(bomb, 'gz'), 'checked'],
      ['an encrypted ZIP', await pack(eicar(), 'zip', '-psecret'), 'unscanned'],
      ['an encrypted 7z', await pack(eicar(), '7z', '-psecret'), 'unscanned'],
      ['a large ZIP', await pack(plain(26 * MIB), 'zip', '-mx=0'), 'unscanned'],
      ['a large 7z', await pack(plain(26 * MIB), '7z', '-mx=0'), 'unscanned'],
    ])
  })

  test('what clamd keeps to itself counts as no more than checked', async () => {
    await expectVerdicts(CLAMD_URL, [
      ['a plain file', plain(1000), 'checked'],
      ['a ZIP', await pack(plain(1000), 'zip'), 'checked'],
      ['an encrypted ZIP', await pack(eicar(), 'zip', '-psecret'), 'unscanned'],
    ])
  })

  test('a limit of size or time that a plain file meets is never passed over', async () => {
    for (const limit of ['MaxFileSize 10M', 'MaxScanSize 10M', 'MaxScanTime 1']) {
      const content = padded(20 * MIB, 0)
      await using outspoken = await startClamd(limit, 'AlertExceedsMax yes')
      await expectVerdicts(outspoken.url, [[limit, content, 'unscanned']])
      await using silent = await startClamd(limit)
      await expectVerdicts(silent.url, [[limit, content, 'checked']])
    }
  })

  test('a folder is worth what its weakest file is', async () => {
    await using clamd = await startClamd('AlertExceedsMax yes')
    await using server = await startServer({
      environment: { CLAMD_URL: clamd.url, UNSCANNED_FILES: 'allow' },
    })
    for (const [second, verdict] of [
      [plain(1000), 'clean'],
      [await pack(plain(1000), 'zip'), 'checked'],
      [await pack(plain(1000), 'zip', '-psecret'), 'unscanned'],
    ] as const) {
      const response = await sendForm(server.baseUrl, [
        { name: 'files', bytes: plain(1000), filename: 'a.txt' },
        { name: 'files', bytes: second, filename: 'b.dat' },
        { name: 'files', bytes: plain(1000), filename: 'c.txt' },
      ])
      const { file } = JSON.parse(await response.text())
      const info = await server.client.call('fileInfo', { params: { id: file.id } })
      assert.equal(info.file.scan, verdict)
    }
  })

  test('the service says that clamd scans, and how it is', async () => {
    await using clamd = await startClamd()
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
    assert.equal((await server.client.call('config')).scanner, 'clamd')
    const well = await server.client.call('health')
    assert.deepEqual([well.status, well.checks.scanner], ['ok', 'ok'])
    await clamd.kill()
    const ill = await server.client.call('health')
    assert.deepEqual([ill.status, ill.checks.scanner], ['degraded', 'down'])
  })
})

describe('a clamd that fails', () => {
  test('killed in the middle of a file: 503, and nothing is left', async () => {
    await using clamd = await startClamd()
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
    const sending = beginUpload(server)
    await sending.write(plain(5 * MIB))
    await clamd.kill()
    assert.equal(await sending.end(plain(5 * MIB)), 'SCANNER_UNAVAILABLE')
    assert.equal(await leftovers(server), 0)
    await refusedAtOnce(server)
    assert.equal(await leftovers(server), 0)
  })

  test('killed in the middle of a folder: 503, and nothing is left', async () => {
    await using clamd = await startClamd()
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
    const sending = beginUpload(server, 'files')
    await sending.write(plain(MIB))
    await sending.next()
    await sending.write(plain(MIB))
    await clamd.kill()
    assert.equal(await sending.end(plain(MIB)), 'SCANNER_UNAVAILABLE')
    assert.equal(await leftovers(server), 0)
  })

  test('frozen: 503 within seconds, the next senders do not wait, and all is well when it is back', async () => {
    await using clamd = await startClamd()
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
    clamd.freeze()
    // One waits for an answer, the other for room.
    const slow = AbortSignal.timeout(20_000)
    const answers = await Promise.all([send(server, plain(1000)), send(server, plain(8 * MIB))])
    for (const answer of answers) assert.equal(await codeOf(answer, 503), 'SCANNER_UNAVAILABLE')
    slow.throwIfAborted()
    await refusedAtOnce(server)
    assert.equal(await leftovers(server), 0)
    clamd.thaw()
    server.clock.advance(10_000)
    assert.equal(await verdictOf(server, plain(1000)), 'checked')
  })

  test('with room for fewer bytes than it is sent: 503 for that file, not for others', async () => {
    await using clamd = await startClamd('StreamMaxLength 10M')
    await using server = await startServer({ environment: { CLAMD_URL: clamd.url } })
    assert.equal(await codeOf(await send(server, plain(12 * MIB)), 503), 'SCANNER_UNAVAILABLE')
    assert.equal(await leftovers(server), 0)
    assert.equal(await verdictOf(server, plain(10 * MIB)), 'checked')
  })
})

/** A sender who comes while clamd is known to be away. */
async function refusedAtOnce(server: TestServer): Promise<void> {
  const patience = AbortSignal.timeout(4000)
  const response = await send(server, plain(1000))
  patience.throwIfAborted()
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(await codeOf(response, 503), 'SCANNER_UNAVAILABLE')
}

/** An upload whose bytes the test sends when it likes. `end` gives the code of the failure. */
function beginUpload(server: TestServer, field: 'file' | 'files' = 'file') {
  const boundary = 'a-boundary-of-the-test'
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="file.dat"\r\n\r\n`
  const sending = request(`${server.baseUrl}/api/files/upload`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  // What is written after the answer has come may meet a closed connection.
  sending.on('error', () => {})
  const answered = once(sending, 'response')
  const write = (bytes: Uint8Array | string) =>
    new Promise<void>((resolve) => sending.write(bytes, () => resolve()))
  let begun = write(begin)
  return {
    async write(bytes: Uint8Array) {
      await begun
      await write(bytes)
    },
    async next() {
      begun = write(`\r\n${begin}`)
      await begun
    },
    async end(bytes: Uint8Array): Promise<string> {
      await write(bytes)
      sending.end(`\r\n--${boundary}--\r\n`)
      const [response] = await answered
      const body = JSON.parse(Buffer.concat(await response.toArray()).toString('utf8'))
      return String(body.code)
    },
  }
}
