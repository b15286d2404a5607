import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { type ForeignEntry, foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { hostileZips } from '#tests/support/samples/hostile-zips.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers, memberUrl } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { codeOf, upload } from '#tests/support/transfers/transfers.ts'

const text = Buffer.from('All work and no play makes Jack a dull boy. '.repeat(500))
const noise = randomBytes(300_000)
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise.subarray(0, 2000)])
const plain: ForeignEntry = { name: 'a.txt', bytes: text }

async function send(server: TestServer, zip: Uint8Array, filename = 'photos.zip'): Promise<string> {
  return (await upload(server.baseUrl, zip, {}, filename)).id
}

const pathsOf = async (server: TestServer, id: string) =>
  (await listMembers(server, id)).members.map(({ path }) => path)

test('a ZIP that was sent as such is looked into, and its members come one by one and in selections', async () => {
  await using server = await startServer()
  const nested = foreignZip([plain])
  const entries: ForeignEntry[] = [
    { name: 'Trip/' },
    { name: 'Trip/notes.txt', bytes: text },
    { name: 'Trip/Größe 東京.bin', bytes: noise, stored: true },
    { name: 'Trip\\plan.png', bytes: png },
    { name: 'inner.zip', bytes: nested, stored: true },
    { name: 'not-a-picture.png', bytes: Buffer.from('<script>alert(1)</script>') },
    { name: 'empty.txt' },
  ]
  const contents = [text, noise, png, nested, Buffer.from('<script>alert(1)</script>'), Buffer.alloc(0)]
  const id = await send(server, foreignZip(entries, { comment: 'made elsewhere' }))
  const { members, total, ...more } = await listMembers(server, id)
  assert.deepEqual(more, { success: true })
  assert.equal(total, 6)
  assert.deepEqual(
    members.map(({ path, size, type }) => [path, size, type]),
    [
      ['Trip/notes.txt', text.length, 'text/plain'],
      ['Trip/Größe 東京.bin', noise.length, 'application/octet-stream'],
      ['Trip/plan.png', png.length, 'image/png'],
      ['inner.zip', nested.length, 'application/octet-stream'],
      ['not-a-picture.png', 25, 'image/png'],
      ['empty.txt', 0, 'text/plain'],
    ],
  )
  for (const [index, content] of contents.entries()) {
    const { n = Number.NaN, path = '' } = members[index] ?? {}
    assert.equal(Buffer.compare(await bytesAt(memberUrl(server, id, n)), content), 0, path)
  }
  const range = await bytesAt(memberUrl(server, id, 2), { range: 'bytes=100000-200000' })
  assert.equal(Buffer.compare(range, noise.subarray(100_000, 200_001)), 0)

  const call = { params: { id }, query: {}, body: { members: [1, 2, 3, 6] } }
  const { url, size } = await server.client.call('selection', call)
  const zip = await bytesAt(server.baseUrl + url)
  assert.equal(zip.length, size)
  assert.deepEqual(
    readZip(zip).map(({ path, content }) => [path, content.length, crc32(content)]),
    [
      ['Trip/notes.txt', text.length, crc32(text)],
      ['Trip/Größe 東京.bin', noise.length, crc32(noise)],
      ['Trip/plan.png', png.length, crc32(png)],
      ['empty.txt', 0, 0],
    ],
  )

  const shown = await fetch(`${memberUrl(server, id, 3)}/preview`)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png'])
  const lie = await fetch(`${memberUrl(server, id, 5)}/preview`)
  assert.equal(await codeOf(lie, 404), 'NO_PREVIEW', 'the first bytes decide')
  assert.equal((await listMembers(server, id, { search: 'TRIP' })).total, 3)
})

/** An Info-ZIP Unicode Path (APPNOTE.TXT 4.6.9) for a name of these bytes. */
function unicodePath(of: Uint8Array, path: string): Buffer {
  const field = Buffer.concat([Buffer.alloc(9), Buffer.from(path)])
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(field.length - 4, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(of), 5)
  return field
}

test('names are read as those who wrote them meant, also where the ZIP does not say that they are UTF-8', async () => {
  await using server = await startServer()
  const cp437 = Buffer.from('\x9abung.txt', 'latin1')
  const underlined = Buffer.from('_bung.txt')
  const says = { flags: 0 }
  const entries: ForeignEntry[] = [
    // As Archive Utility and ditto of macOS, and zip of Debian, write them.
    { ...plain, name: 'Übungen/Größe.txt', says },
    { ...plain, name: 'U\u0308bungen/東京.txt', says },
    // As the tools of Windows did, and what says UTF-8 and is none.
    { ...plain, name: cp437, says },
    { ...plain, name: Buffer.concat([Buffer.from('told/'), cp437]) },
    // Info-ZIP: a name for old readers beside that for new ones, which is void where the first was changed.
    { ...plain, name: underlined, says, extra: unicodePath(underlined, 'Шубунг.txt') },
    { ...plain, name: underlined, says, extra: unicodePath(cp437, 'Шубунг.txt') },
  ]
  const id = await send(server, foreignZip(entries))
  assert.deepEqual(await pathsOf(server, id), [
    'Übungen/Größe.txt',
    'U\u0308bungen/東京.txt',
    'Übung.txt',
    'told/Übung.txt',
    'Шубунг.txt',
    '_bung.txt',
  ])
  assert.deepEqual(await bytesAt(memberUrl(server, id, 5)), text)
})

const hasZip = spawnSync('zip', ['--version']).status === 0

test('names of a ZIP that zip has made are read as they were', {
  skip: hasZip ? false : 'there is no zip',
}, async () => {
  await using server = await startServer()
  const folder = await mkdtemp(join(tmpdir(), 'restante-zip-'))
  try {
    await mkdir(join(folder, 'Übungen'))
    await writeFile(join(folder, 'Übungen', 'Größe 東京.txt'), text)
    for (const [file, options] of [
      ['usual.zip', []],
      ['utf8.zip', ['-UN=UTF8']],
    ] as const) {
      const args = ['-q', '-r', ...options, file, 'Übungen']
      await promisify(execFile)('zip', args, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
      const id = await send(server, await readFile(join(folder, file)))
      assert.deepEqual(await pathsOf(server, id), ['Übungen/Größe 東京.txt'], file)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('names that lead elsewhere, deceive or cannot be are shown and sent cleaned', async () => {
  await using server = await startServer()
  const deep = `${'d/'.repeat(80)}x.txt`
  const names = [
    '../../etc/passwd',
    '/etc/shadow',
    'C:\\Windows\\a.dll',
    'a\u0000b.txt',
    'x\u202egnp.exe',
    'a//./b.txt',
    '...',
    'q".txt',
    deep,
    'a//./b.txt',
    './C:/x.txt',
    '\u200e...',
  ]
  const id = await send(server, foreignZip(names.map((name) => ({ ...plain, name }))))
  const cleaned = [
    'etc/passwd',
    'etc/shadow',
    'Windows/a.dll',
    'ab.txt',
    'xgnp.exe',
    'a/b.txt',
    '_',
    'q”.txt',
    'x.txt',
    'a/b.txt',
    'C_/x.txt',
    '_',
  ]
  assert.deepEqual(await pathsOf(server, id), cleaned)
  const head = await fetch(memberUrl(server, id, 3))
  assert.match(head.headers.get('content-disposition') ?? '', /filename="?a\.dll/)
  const call = { params: { id }, query: {}, body: { members: names.map((_, index) => index + 1) } }
  const { url } = await server.client.call('selection', call)
  assert.deepEqual(
    readZip(await bytesAt(server.baseUrl + url)).map(({ path }) => path),
    [...cleaned.slice(0, -3), 'a/b (2).txt', 'C_/x.txt', '_ (2)'],
  )
})

test('a ZIP that is none, or is made to harm, is had as a whole', async () => {
  await using server = await startServer()
  for (const [what, bytes] of Object.entries(hostileZips)) {
    const id = await send(server, bytes)
    assert.deepEqual(await pathsOf(server, id), ['photos.zip'], what)
    assert.equal(Buffer.compare(await bytesAt(memberUrl(server, id, 0)), bytes), 0, what)
  }
  const office = await send(server, foreignZip([plain]), 'letter.docx')
  assert.deepEqual(await pathsOf(server, office), ['letter.docx'])
})

test('members that are not what the directory says are not sent', async () => {
  await using server = await startServer()
  const lies: readonly ForeignEntry[] = [
    { name: 'shorter.txt', bytes: text, says: { size: 100 } },
    { name: 'longer.txt', bytes: text, says: { size: text.length + 1 } },
    { name: 'broken.txt', bytes: noise.subarray(0, 1000), stored: true, says: { method: 8 } },
  ]
  for (const lie of lies) {
    const id = await send(server, foreignZip([plain, lie]))
    assert.equal(Buffer.compare(await bytesAt(memberUrl(server, id, 1)), text), 0)
    const isWhole = await bytesAt(memberUrl(server, id, 2)).then(
      () => true,
      () => false,
    )
    assert.equal(isWhole, false, `${lie.name}`)
    const preview = await fetch(`${memberUrl(server, id, 2)}/preview`)
    await preview.text().catch(() => '')
    assert.ok([200, 404].includes(preview.status), `${preview.status}`)
  }
  const { damaged } = await server.services.database
    .selectFrom('blobs')
    .select(({ fn }) => fn.countAll<number>().as('damaged'))
    .where('damaged_at', 'is not', null)
    .executeTakeFirstOrThrow()
  assert.equal(Number(damaged), 0, 'what people send broken is no damage of ours')
})

test('of more than 80 000 members the first are listed, and the answer says so', async () => {
  await using server = await startServer()
  const one = Buffer.from('1')
  const id = await send(
    server,
    foreignZip(Array.from({ length: 80_010 }, (_, n) => ({ name: `${n}.txt`, bytes: one, stored: true }))),
  )
  const first = await listMembers(server, id)
  assert.deepEqual(
    { ...first, members: first.members.length },
    { success: true, members: 100, total: 80_000, more: true },
  )
  const last = await listMembers(server, id, { page: 800 })
  assert.equal(last.members.at(-1)?.path, '79999.txt')
  assert.equal((await bytesAt(memberUrl(server, id, 80_000))).toString(), '1')
  assert.equal(await codeOf(await fetch(memberUrl(server, id, 80_001)), 404), 'MEMBER_NOT_FOUND')
})
