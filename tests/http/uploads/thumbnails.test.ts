import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { leftovers } from '#tests/support/databases/leftovers.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers, memberUrl } from '#tests/support/transfers/members.ts'
import { webpHeader } from '#tests/support/transfers/thumbnails.ts'
import { askTicket, codeOf, sendForm, until } from '#tests/support/transfers/transfers.ts'

const file = (filename: string) => ({ name: 'files', bytes: Buffer.from(filename), filename })
const thumbnail = (filename: string, bytes: Uint8Array) => ({
  name: `thumbnail_${filename}`,
  bytes,
  filename: 'thumbnail.webp',
})
const pictures = [webpHeader(320, 200), webpHeader(200, 320, 10_000), webpHeader(1, 512)] as const

forEachDatabase('thumbnails that a sender made', ({ place }) => {
  for (const [where, environment] of [
    ['the database', {}],
    ['the store', keepInStore],
  ] as const)
    test(`are kept in ${where}, belong to their files in order and go with them`, async () => {
      await using server = await startServer({ ...(await place()), environment })
      const response = await sendForm(server.baseUrl, [
        { name: 'password', value: 'told on the phone' },
        thumbnail('a.jpg', pictures[0]),
        thumbnail('b.jpg', pictures[1]),
        thumbnail('a.jpg', pictures[2]),
        ...['a.jpg', 'none.jpg', 'b.jpg', 'a.jpg'].map(file),
      ])
      const { id } = JSON.parse(await response.text()).file
      const { ticket } = await (await askTicket(server.baseUrl, id, 'told on the phone')).json()
      const { members } = await listMembers(server, id, { ticket })
      assert.deepEqual(
        members.map((member) => member.thumbnail),
        [true, false, true, true],
      )
      for (const [n, picture] of [
        [0, pictures[0]],
        [2, pictures[1]],
        [3, pictures[2]],
      ] as const) {
        const url = `${memberUrl(server, id, n)}/thumbnail?ticket=${ticket}`
        assert.deepEqual(await bytesAt(url), picture)
        const { headers } = await fetch(url)
        assert.equal(headers.get('content-type'), 'image/webp')
        assert.match(headers.get('content-security-policy') ?? '', /^sandbox;/)
      }
      const none = await fetch(`${memberUrl(server, id, 1)}/thumbnail?ticket=${ticket}`)
      assert.equal(await codeOf(none, 404), 'NO_PREVIEW')
      assert.equal(
        await codeOf(await fetch(`${memberUrl(server, id, 0)}/thumbnail`), 401),
        'PASSWORD_REQUIRED',
      )
      const { database } = server.services
      await database.updateTable('transfers').set({ expires_at: 1 }).execute()
      await server.sweep()
      assert.equal((await database.selectFrom('blobs').select('id').execute()).length, 0)
    })
})

test('a file that is sent alone keeps its own thumbnail, and none of others', async () => {
  await using server = await startServer({ environment: keepInStore })
  const alone = { ...file('a.jpg'), name: 'file' }
  const { database } = server.services
  for (const { sent, kept } of [
    { sent: [thumbnail('a.jpg', pictures[1])], kept: true },
    { sent: [], kept: false },
    { sent: [thumbnail('b.jpg', pictures[0])], kept: false },
    { sent: [thumbnail('b.jpg', pictures[0]), thumbnail('a.jpg', pictures[1])], kept: false },
    { sent: Array.from({ length: 8 }, () => thumbnail('a.jpg', pictures[1])), kept: false },
  ]) {
    const response = await sendForm(server.baseUrl, [...sent, alone])
    const { id } = JSON.parse(await response.text()).file
    const { members } = await listMembers(server, id)
    assert.deepEqual(
      members.map((member) => member.thumbnail),
      [kept],
    )
    const url = `${memberUrl(server, id, 0)}/thumbnail`
    if (kept) assert.deepEqual(await bytesAt(url), pictures[1])
    else assert.equal(await codeOf(await fetch(url), 404), 'NO_PREVIEW')
    await database.updateTable('transfers').set({ expires_at: 1 }).execute()
    await server.sweep()
    assert.equal((await database.selectFrom('blobs').select('id').execute()).length, 0)
    const later = Date.now() + 60 * 60_000
    // Stages go when they are seen twice.
    await server.services.blobs.default.sweepStages(0)
    assert.equal(await server.services.blobs.default.sweepStages(later), 0)
  }
})

test('a stage whose upload has sent nothing for it for long is not swept', async ({ mock }) => {
  await using server = await startServer()
  const files = Array.from({ length: 8 }, (_, n) => `${n}.jpg`)
  const boundary = 'between-the-parts'
  const part = ({ name, filename, bytes }: ReturnType<typeof thumbnail>) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]
  const staged = join(server.folder, 'blobs', 'staged')
  const stages = async () => {
    const sizes = (await readdir(staged)).map(async (name) => (await stat(join(staged, name))).size)
    return Promise.all(sizes)
  }
  const received = async () => Math.max(0, ...(await stages()))
  mock.timers.enable({ apis: ['setInterval'] })
  async function* body() {
    // More than is kept in memory.
    for (const name of files) yield* part(thumbnail(name, webpHeader(320, 200, 10_000)))
    for (const name of files) yield* part(file(name))
    yield* part(file('large.bin')).slice(0, 2)
    await until(async () => (await stages()).length === 2)
    for (let minute = 1; minute <= 12; minute += 1) {
      // Fast enough for an upload that is not cut off.
      yield randomBytes(512 * 1024)
      await until(async () => (await received()) > minute * 256 * 1024)
      server.clock.advance(60_000)
      mock.timers.tick(60_000)
      await server.sweep()
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const sending = request(`${server.baseUrl}/api/files/upload`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const answered = once(sending, 'response')
  await pipeline(Readable.from(body()), sending)
  const [response] = await answered
  const answer = await text(response)
  assert.equal(response.statusCode, 201, answer)
  const { members } = await listMembers(server, JSON.parse(answer).file.id)
  assert.deepEqual(
    members.map((member) => member.thumbnail),
    [...files.map(() => true), false],
  )
  assert.deepEqual(await stages(), [])
})

/** A picture with something changed. */
function changed(change: (picture: Buffer) => Buffer | undefined): Buffer {
  const picture = Buffer.from(pictures[0])
  return change(picture) ?? picture
}

const refused = {
  'a PNG': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  nothing: Buffer.alloc(0),
  'a picture that is too wide': webpHeader(513, 10),
  'more than 24 KB': webpHeader(320, 320, 24 * 1024),
  'the extended format, which has room for EXIF': changed((picture) => {
    picture.write('VP8X', 12, 'latin1')
    return picture
  }),
  'something behind the picture': changed((picture) => Buffer.concat([picture, Buffer.from('EXIF')])),
  'a second chunk': changed((picture) => {
    const longer = Buffer.concat([picture, Buffer.from('EXIF\0\0\0\0', 'latin1')])
    longer.writeUInt32LE(longer.length - 8, 4)
    return longer
  }),
}
for (const [what, bytes] of Object.entries(refused))
  test(`a thumbnail that is ${what} refuses the form, and leaves nothing`, async () => {
    await using server = await startServer()
    const response = await sendForm(server.baseUrl, [thumbnail('a.jpg', bytes), file('a.jpg'), file('b.jpg')])
    assert.equal(await codeOf(response, 400), 'VALIDATION_ERROR')
    assert.equal(await leftovers(server), 0)
  })

test('more than 200 thumbnails are refused', async () => {
  await using server = await startServer()
  const many = Array.from({ length: 201 }, (_, n) => thumbnail(`${n}.jpg`, pictures[0]))
  assert.equal(await codeOf(await sendForm(server.baseUrl, [...many, file('0.jpg')]), 413), 'FORM_TOO_LARGE')
})
