import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { leftovers } from '#tests/support/databases/leftovers.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers, memberUrl } from '#tests/support/transfers/members.ts'
import { webpHeader } from '#tests/support/transfers/thumbnails.ts'
import { askTicket, codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

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
