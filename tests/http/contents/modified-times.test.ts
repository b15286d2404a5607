import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { manageTokenHeader } from '#contract/headers.ts'
import { foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import {
  createUpload,
  patchUpload,
  sendCreation,
  uploadInSegments,
} from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

let server: TestServer
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-times-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const text = Buffer.from('words '.repeat(2000))

/** Each file is sent with the time that it has, or without any. */
async function send(files: readonly (readonly [name: string, time?: string])[]): Promise<string> {
  const response = await sendForm(
    server.baseUrl,
    files.flatMap(([name, time]) => [
      ...(time === undefined ? [] : [{ name: `modifiedAt_${name}`, value: time }]),
      { name: 'files', bytes: text, filename: name },
    ]),
  )
  const body = await response.text()
  assert.equal(response.status, 201, body)
  return JSON.parse(body).file.id
}

async function download(id: string): Promise<Buffer> {
  const { url } = await server.client.call('downloadTicket', { params: { id }, body: {} })
  return bytesAt(server.baseUrl + url)
}

async function select(id: string): Promise<Buffer> {
  const { members } = await listMembers(server, id)
  const call = { params: { id }, query: {}, body: { members: members.map(({ n }) => n) } }
  const { url, size } = await server.client.call('selection', call)
  const zip = await bytesAt(server.baseUrl + url)
  assert.equal(zip.length, size, 'the length is known before')
  return zip
}

const secondsOf = (zip: Buffer) => new Map(readZip(zip).map(({ path, seconds }) => [path, seconds]))

test('files keep the times that they are sent with, whole and in selections; others get that of the upload', async () => {
  const before = Math.floor(Date.now() / 1000)
  const id = await send([
    ['trip.txt', '2024-07-01T12:34:57Z'],
    ['winter.txt', '2019-01-31T23:59:59.999Z'],
    ['none.txt'],
    ['unknown.txt', ''],
    ['epoch.txt', '1970-01-01T00:00:00.000Z'],
    ['future.txt', '2099-01-01T00:00:00Z'],
  ])
  for (const zip of [await download(id), await select(id)]) {
    const seconds = secondsOf(zip)
    assert.equal(seconds.get('trip.txt'), Date.UTC(2024, 6, 1, 12, 34, 57) / 1000)
    assert.equal(seconds.get('winter.txt'), Date.UTC(2019, 0, 31, 23, 59, 59) / 1000)
    for (const name of ['none.txt', 'unknown.txt', 'epoch.txt', 'future.txt']) {
      const time = seconds.get(name) ?? 0
      assert.ok(time >= before && time <= Date.now() / 1000, `${name}: ${time}`)
    }
  }
})

test('a time that is none, and one whose file does not follow, are refused, and the file is named', async () => {
  for (const value of ['yesterday', '1720000000', '2024-07-01', '2024-07-01T12:00:00+02:00']) {
    const response = await sendForm(server.baseUrl, [
      { name: 'files', bytes: text, filename: 'fine.txt' },
      { name: 'modifiedAt_a.txt', value },
      { name: 'files', bytes: text, filename: 'a.txt' },
    ])
    assert.match(JSON.parse(await response.clone().text()).message, /^Invalid file\. The time of a\.txt /)
    assert.equal(await codeOf(response, 400), 'VALIDATION_ERROR')
  }
  const late = await sendForm(server.baseUrl, [
    { name: 'files', bytes: text, filename: 'a.txt' },
    { name: 'modifiedAt_a.txt', value: '2024-07-01T12:34:57Z' },
  ])
  assert.match(JSON.parse(await late.clone().text()).details, /^modifiedAt_a\.txt: /)
  assert.equal(await codeOf(late, 400), 'VALIDATION_ERROR')
})

const hasTools = spawnSync('unzip', ['-v']).status === 0 && spawnSync('python3', ['-V']).status === 0

test('unzip in another time zone gives files the instant that they were modified, and Python reads it', {
  skip: hasTools ? false : 'there is no unzip or python3',
}, async () => {
  const id = await send([
    ['summer.txt', '2024-07-01T20:33:34Z'],
    ['winter.txt', '2024-01-01T20:33:34Z'],
  ])
  for (const [kind, zip] of [
    ['whole', await download(id)],
    ['selection', await select(id)],
  ] as const) {
    const file = join(folder, `${kind}.zip`)
    await writeFile(file, zip)
    for (const zone of ['Europe/Berlin', 'America/Los_Angeles', 'UTC']) {
      const into = join(folder, kind, zone)
      await mkdir(into, { recursive: true })
      await promisify(execFile)('unzip', ['-q', file, '-d', into], { env: { ...process.env, TZ: zone } })
      for (const [name, month] of [
        ['summer.txt', 6],
        ['winter.txt', 0],
      ] as const) {
        const { mtimeMs } = await stat(join(into, name))
        assert.equal(mtimeMs, Date.UTC(2024, month, 1, 20, 33, 34), `${kind}, ${zone}: ${name}`)
      }
    }
    const script = [
      'import sys, zipfile, struct',
      'archive = zipfile.ZipFile(sys.argv[1])',
      'assert archive.testzip() is None',
      'print([struct.unpack("<HHBI", one.extra[-9:]) for one in archive.infolist()])',
    ].join('\n')
    const { stdout } = await promisify(execFile)('python3', ['-c', script, file])
    assert.equal(stdout.trim(), '[(21589, 5, 1, 1719866014), (21589, 5, 1, 1704141214)]')
  }
})

test('a file that is sent by itself, or added later, keeps its time beside others, whichever way it came', async () => {
  const time = (day: number) => new Date(Date.UTC(2023, 4, day)).toISOString()
  const form = (name: string, day: number) => {
    const body = new FormData()
    body.append(`modifiedAt_${name}`, time(day))
    body.append('file', new Blob([name]), name)
    return body
  }
  const sent = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', body: form('a.txt', 1) })
  const { file, transfer, manageUrl } = JSON.parse(await sent.text())
  const headers = { [manageTokenHeader]: new URL(manageUrl).hash.slice(1) }
  const files = `${server.baseUrl}/api/transfers/${transfer.ref}/files`
  assert.equal((await fetch(files, { method: 'POST', headers, body: form('b.txt', 2) })).status, 201)
  const metadata = { filename: 'c.txt', modifiedAt: time(3), transfer: transfer.ref }
  const url = await createUpload(server, 1, metadata, headers)
  assert.equal((await patchUpload(url, 0, Buffer.from('c'))).status, 204)
  for (const zip of [await download(file.id), await select(file.id)])
    assert.deepEqual(
      readZip(zip).map(({ path, seconds }) => [path, seconds]),
      ['a.txt', 'b.txt', 'c.txt'].map((name, index) => [name, Date.UTC(2023, 4, index + 1) / 1000]),
    )
  const alone = await uploadInSegments(server, text, text.length, { modifiedAt: time(4) })
  assert.equal((await download(alone.id)).length, text.length)
  assert.equal(await codeOf(await sendCreation(server, 1, { modifiedAt: 'soon' }), 400), 'VALIDATION_ERROR')
})

test('the command line sends the times of files', async () => {
  const trip = join(folder, 'trip')
  await mkdir(join(trip, 'day 1'), { recursive: true })
  const times = { 'a.txt': Date.UTC(2021, 3, 5, 6, 7, 8), 'day 1/b.txt': Date.UTC(2001, 1, 3, 4, 5, 6) }
  for (const [name, time] of Object.entries(times)) {
    await writeFile(join(trip, name), name)
    await utimes(join(trip, name), time / 1000, time / 1000)
  }
  const { code, answer } = await runForScript(['upload', '--url', server.baseUrl, trip])
  assert.equal(code, 0, JSON.stringify(answer))
  assert.deepEqual(
    secondsOf(await download(Object(answer.file).id)),
    new Map(Object.entries(times).map(([name, time]) => [`trip/${name}`, time / 1000])),
  )
})

test('selections of a ZIP that was sent as such keep its times, with the zone or without', async () => {
  const stamp = Buffer.from('5554050001', 'hex')
  const seconds = Buffer.alloc(4)
  seconds.writeUInt32LE(1_720_000_001)
  const zip = foreignZip([
    { name: 'a.txt', bytes: Buffer.from('a'), extra: Buffer.concat([stamp, seconds]) },
    { name: 'b.txt', bytes: Buffer.from('b'), time: 0x58e1_6b5f },
  ])
  const { id } = await upload(server.baseUrl, zip, {}, 'photos.zip')
  assert.deepEqual(
    readZip(await select(id)).map(({ path, time, seconds }) => [path, time, seconds]),
    [
      ['a.txt', 0, 1_720_000_001],
      ['b.txt', 0x58e1_6b5f, undefined],
    ],
  )
})
