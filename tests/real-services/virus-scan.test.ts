import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { leftovers } from '#tests/support/databases/leftovers.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { startClamd } from '#tests/support/services/clamd.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import { noise } from '#tests/support/services/noise.ts'
import { realClamd } from '#tests/support/services/real-services.ts'
import { beginUpload } from '#tests/support/transfers/begin-upload.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

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

function padded(before: number, after: number): Buffer {
  return Buffer.concat([noise(before), eicar(), Buffer.alloc(after)])
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
  await using lenient = await startServer({ environment })
  await using strict = await startServer({ environment: { ...environment, UNSCANNED_FILES: 'refuse' } })
  for (const [what, bytes, verdict] of verdicts) {
    assert.equal(await verdictOf(lenient, bytes), verdict, what)
    if (verdict === 'unscanned') {
      assert.equal(await codeOf(await send(strict, bytes), 422), 'NOT_SCANNABLE', what)
    } else assert.equal(await verdictOf(strict, bytes), verdict, what)
  }
}

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
      { name: 'files', bytes: noise(1000), filename: 'a.txt' },
      { name: 'folderPath_b.dat', value: 'trip/day 2' },
      { name: 'files', bytes: bad, filename: 'b.dat' },
      { name: 'files', bytes: noise(1000), filename: 'c.txt' },
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
  const archive = await pack(noise(1000), 'zip')
  await expectVerdicts(clamd.url, [
    ['a plain file', noise(1000), 'clean'],
    ['an empty file', Buffer.alloc(0), 'clean'],
    ['as much as clamd gets at once', noise(25 * MIB), 'clean'],
    ['one byte more', noise(25 * MIB + 1), 'checked'],
    ['a ZIP', archive, 'checked'],
    ['a ZIP behind something else', Buffer.concat([noise(5000), archive]), 'checked'],
    ['a ZIP in which clamd meets its limit two levels down', await pack(bomb, 'zip'), 'checked'],
    ['a gzip file', await pack(noise(1000), 'gz'), 'checked'],
    ['a ZIP in which clamd meets its limit', bomb, 'unscanned'],
    ['that behind something else', Buffer.concat([noise(5000), bomb]), 'unscanned'],
    ['a gzip file in which clamd meets its limit', await pack(bomb, 'gz'), 'checked'],
    ['an encrypted ZIP', await pack(eicar(), 'zip', '-psecret'), 'unscanned'],
    ['an encrypted 7z', await pack(eicar(), '7z', '-psecret'), 'unscanned'],
    ['a large ZIP', await pack(noise(26 * MIB), 'zip', '-mx=0'), 'unscanned'],
    ['a large 7z', await pack(noise(26 * MIB), '7z', '-mx=0'), 'unscanned'],
  ])
})

test('what clamd keeps to itself counts as no more than checked', async () => {
  await expectVerdicts(CLAMD_URL, [
    ['a plain file', noise(1000), 'checked'],
    ['a ZIP', await pack(noise(1000), 'zip'), 'checked'],
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
    environment: { CLAMD_URL: clamd.url },
  })
  for (const [second, verdict] of [
    [noise(1000), 'clean'],
    [await pack(noise(1000), 'zip'), 'checked'],
    [await pack(noise(1000), 'zip', '-psecret'), 'unscanned'],
  ] as const) {
    const response = await sendForm(server.baseUrl, [
      { name: 'files', bytes: noise(1000), filename: 'a.txt' },
      { name: 'files', bytes: second, filename: 'b.dat' },
      { name: 'files', bytes: noise(1000), filename: 'c.txt' },
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
