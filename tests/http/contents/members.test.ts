import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { mock, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { storedFile } from '#tests/support/databases/damage-blob.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers, memberUrl, sendSeveral } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { askTicket, codeOf, downloadCount, until, upload } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const text = Buffer.from('All work and no play makes Jack a dull boy.\n'.repeat(5000))

/** Stored, deflated and empty members, and names beyond ASCII. */
const files = [
  { path: 'Ferien/Größe 東京.txt', bytes: text },
  { path: 'Ferien/noise.bin', bytes: randomBytes(5 * MIB + 12_345) },
  { path: 'Ferien/leer', bytes: Buffer.alloc(0) },
  { path: 'Ferien/Tag 2/one.txt', bytes: Buffer.from('1') },
  { path: 'Ferien/Tag 2/long.txt', bytes: Buffer.from('0123456789'.repeat(400_000)) },
]

forEachDatabase('the files inside a transfer', ({ engine, place }) => {
  for (const [where, environment] of [
    ['the database', {}],
    ['the store', keepInStore],
  ] as const)
    test(`are listed and read one by one, byte for byte, with the list in ${where}`, async () => {
      await using server = await startServer({ ...(await place()), environment })
      const { id } = await sendSeveral(server, files)
      const { members, total } = await listMembers(server, id)
      assert.equal(total, files.length)
      assert.deepEqual(
        members.map(({ n, path, size }) => ({ n, path, size })),
        files.map(({ path, bytes }, n) => ({ n, path, size: bytes.length })),
      )
      const whole = readZip(await bytesAt(`${server.baseUrl}/api/download/${id}/file`))
      for (const { n } of members) {
        const response = await fetch(memberUrl(server, id, n))
        assert.equal(response.headers.get('content-type'), 'application/octet-stream')
        assert.match(response.headers.get('content-disposition') ?? '', /^attachment/)
        const bytes = Buffer.from(await response.arrayBuffer())
        assert.equal(crc32(bytes), crc32(files[n]?.bytes ?? Buffer.alloc(1)))
        assert.equal(Buffer.compare(bytes, whole[n]?.content ?? Buffer.alloc(1)), 0)
      }
    })

  test('answer ranges where they were not compressed, and the whole elsewhere', async () => {
    await using server = await startServer(await place())
    const { id } = await sendSeveral(server, files)
    const noise = files[1]?.bytes ?? Buffer.alloc(0)
    const ranges = [
      [0, 0],
      [1, 70_000],
      [65_534, 65_537],
      [3 * MIB - 1, 3 * MIB + 200_000],
      [noise.length - 1, noise.length - 1],
    ] as const
    for (const [from, to] of ranges) {
      const range = { range: `bytes=${from}-${to}` }
      const response = await fetch(memberUrl(server, id, 1), { headers: range })
      assert.equal(response.status, 206)
      assert.equal(response.headers.get('content-range'), `bytes ${from}-${to}/${noise.length}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(Buffer.compare(bytes, noise.subarray(from, to + 1)), 0)
    }
    const beyond = await fetch(memberUrl(server, id, 1), { headers: { range: `bytes=${noise.length}-` } })
    assert.equal(await codeOf(beyond, 416), 'RANGE_NOT_SATISFIABLE')
    const deflated = await fetch(memberUrl(server, id, 0), { headers: { range: 'bytes=10-20' } })
    assert.equal(deflated.status, 200)
    assert.equal(Buffer.from(await deflated.arrayBuffer()).compare(text), 0)
    const head = await fetch(memberUrl(server, id, 1), { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), String(noise.length))
  })

  test('are found by a part of their path, a hundred at a time', async () => {
    await using server = await startServer(await place())
    const many = Array.from({ length: 250 }, (_, n) => ({
      path: `${n % 2 ? 'Straße' : 'Weg'}/file ${n}.txt`,
      bytes: Buffer.from(`${n}`),
    }))
    const { id } = await sendSeveral(server, many)
    const third = await listMembers(server, id, { page: 3 })
    assert.equal(third.total, 250)
    assert.deepEqual(
      third.members.map(({ n }) => n),
      Array.from({ length: 50 }, (_, n) => 200 + n),
    )
    assert.deepEqual(await listMembers(server, id, { page: 4 }), { members: [], total: 250, success: true })
    const found = await listMembers(server, id, { page: 2, search: 'STRASSE' })
    assert.equal(found.total, 125)
    assert.deepEqual(
      found.members.map(({ path }) => path),
      many
        .filter((_, n) => n % 2)
        .slice(100)
        .map(({ path }) => path),
    )
    assert.equal((await listMembers(server, id, { search: 'nowhere' })).total, 0)
    const atOnce = await listMembers(server, id, { page: 2, pageSize: 150 })
    assert.deepEqual([atOnce.members.length, atOnce.members[0]?.n], [100, 150])
    await assert.rejects(listMembers(server, id, { pageSize: 1001 }), { code: 'BAD_REQUEST' })
    assert.equal((await bytesAt(memberUrl(server, id, 249))).toString(), '249')
    assert.equal(await codeOf(await fetch(memberUrl(server, id, 250)), 404), 'MEMBER_NOT_FOUND')
  })

  test('come after the password, and with its ticket', async () => {
    await using server = await startServer(await place())
    const { id } = await sendSeveral(server, files.slice(2), { password: 'told on the phone' })
    await assert.rejects(listMembers(server, id), { code: 'PASSWORD_REQUIRED' })
    assert.equal(await codeOf(await fetch(memberUrl(server, id, 1)), 401), 'PASSWORD_REQUIRED')
    const { ticket } = await (await askTicket(server.baseUrl, id, 'told on the phone')).json()
    const { members } = await listMembers(server, id, { ticket })
    assert.equal(members[1]?.path, 'Ferien/Tag 2/one.txt')
    assert.equal((await bytesAt(`${memberUrl(server, id, 1)}?ticket=${ticket}`)).toString(), '1')
    const wrong = await fetch(`${memberUrl(server, id, 1)}?ticket=${'A'.repeat(43)}`)
    assert.equal(await codeOf(wrong, 403), 'INVALID_TICKET')
  })

  test('are to be had only together where downloads are limited', async () => {
    await using server = await startServer(await place())
    const { id } = await sendSeveral(server, files.slice(2), { deleteAfterDownload: 'true' })
    await assert.rejects(listMembers(server, id), { code: 'CONTENTS_LIMITED' })
    assert.equal(await codeOf(await fetch(memberUrl(server, id, 1)), 403), 'CONTENTS_LIMITED')
    const limited = await sendSeveral(server, files.slice(2))
    const { database } = server.services
    await database.updateTable('links').set({ download_limit: 3 }).where('id', '=', limited.id).execute()
    await assert.rejects(listMembers(server, limited.id), { code: 'CONTENTS_LIMITED' })
  })

  test('count as no download; the timeline has one entry', async () => {
    await using server = await startServer(await place())
    const { id } = await sendSeveral(server, files.slice(2))
    for (const n of [0, 1, 2, 1]) await bytesAt(memberUrl(server, id, n))
    assert.equal(await downloadCount(server.baseUrl, id), 0)
    const { database } = server.services
    const events = database.selectFrom('transfer_events').select(['kind', 'link_id'])
    assert.deepEqual(await events.where('kind', '!=', 'created').execute(), [
      { kind: 'contents-opened', link_id: id },
    ])
  })

  test('have one entry in the timeline, however many of them are asked for at once', async () => {
    if (engine === 'sqlite') return
    const at = await place()
    await using server = await startServer(at)
    const { id } = await sendSeveral(server, files.slice(2))
    const look = (n: number) => bytesAt(memberUrl(server, id, n))
    await meet(
      at,
      'transfer_events',
      () => look(0),
      () => [look(1), look(2)],
    )
    const events = server.services.database.selectFrom('transfer_events').select('kind')
    assert.equal((await events.where('kind', '=', 'contents-opened').execute()).length, 1)
  })

  for (const [what, path, request] of [
    ['the list', '/members', {}],
    ['a file', '/members/0', {}],
    [
      'a selection',
      '/selection',
      { method: 'POST', body: '{"members":[0]}', headers: { 'content-type': 'application/json' } },
    ],
  ] satisfies [string, string, RequestInit][])
    test(`of which ${what} is asked for while they are deleted are said to be deleted`, async (context) => {
      await using server = await startServer({ ...(await place()), environment: keepInStore })
      const { id, deletionUrl } = await sendSeveral(server, files.slice(2))
      const { database, blobs } = server.services
      const list = database.selectFrom('segments').select('blob_id').where('part', '=', 'members')
      const { blob_id } = await list.executeTakeFirstOrThrow()
      const store = blobs.default
      const read = store.read.bind(store)
      async function* afterDeletion(...range: Parameters<typeof read>) {
        const headers = { 'x-deletion-token': new URL(deletionUrl).hash.slice(1) }
        await server.client.call('deleteFile', { params: { id }, headers })
        yield* read(...range)
      }
      context.after(() => mock.restoreAll())
      mock.method(store, 'read', (...range: Parameters<typeof read>) =>
        range[0] === blob_id ? afterDeletion(...range) : read(...range),
      )
      const response = await fetch(`${server.baseUrl}/api/download/${id}${path}`, request)
      assert.equal(await codeOf(response, 410), 'FILE_DELETED')
    })

  test('go with their transfer: the list is removed as its blobs are, and never stands in the clear', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const { id } = await sendSeveral(server, [
      { path: 'a secret name.txt', bytes: Buffer.from('1') },
      { path: 'b', bytes: Buffer.from('2') },
    ])
    const { database } = server.services
    const rows = await database.selectFrom('segments').select(['part', 'blob_id']).orderBy('part').execute()
    assert.deepEqual(
      rows.map(({ part }) => part),
      ['content', 'members'],
    )
    const { blob_id = '' } = rows[1] ?? {}
    assert.ok(!(await readFile(storedFile(at.dataDir, blob_id))).includes('secret'))
    await database.updateTable('transfers').set({ expires_at: 1 }).execute()
    await server.sweep()
    assert.equal((await database.selectFrom('blobs').select('id').execute()).length, 0)
    await assert.rejects(readFile(storedFile(at.dataDir, blob_id)), { code: 'ENOENT' })
    assert.equal(await codeOf(await fetch(memberUrl(server, id, 0)), 410), 'FILE_EXPIRED')
  })
})

test('single files are had while nothing can be written about it', async () => {
  await using server = await startServer()
  const { id } = await sendSeveral(server, files.slice(2))
  const full = sql`create trigger full before insert on transfer_events begin select raise(abort, 'full'); end`
  await full.execute(server.services.database)
  assert.equal((await bytesAt(memberUrl(server, id, 1))).toString(), '1')
})

test('a single file is the one file of its transfer', async () => {
  await using server = await startServer()
  const { id } = await upload(server.baseUrl, text, {}, 'notes.txt')
  assert.deepEqual(await listMembers(server, id), {
    success: true,
    members: [{ n: 0, path: 'notes.txt', size: text.length, type: 'text/plain', thumbnail: false }],
    total: 1,
  })
  const range = await bytesAt(memberUrl(server, id, 0), { range: 'bytes=4-7' })
  assert.equal(range.toString(), 'work')
})

test('an altered list fails loudly, and the whole can still be had', async () => {
  await using server = await startServer()
  const { id } = await sendSeveral(server, files.slice(2))
  const { database } = server.services
  const index = database.selectFrom('segments').select('blob_id').where('part', '=', 'members')
  await database
    .updateTable('small_blobs')
    .set({ content: randomBytes(500) })
    .where('id', 'in', index)
    .execute()
  await assert.rejects(listMembers(server, id), { code: 'FILE_DAMAGED' })
  assert.equal(readZip(await bytesAt(`${server.baseUrl}/api/download/${id}/file`)).length, 3)
  await until(
    async () =>
      (await database.selectFrom('blobs').select('id').where('damaged_at', 'is not', null).execute())
        .length === 1,
  )
})
