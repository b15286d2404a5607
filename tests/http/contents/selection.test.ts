import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers, sendSeveral } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { askTicket, codeOf, downloadCount, until } from '#tests/support/transfers/transfers.ts'

const files = [
  { path: 'a/über.txt', bytes: Buffer.from('text '.repeat(10_000)) },
  { path: 'a/noise.bin', bytes: randomBytes(200_000) },
  { path: 'a/empty', bytes: Buffer.alloc(0) },
  { path: 'b.txt', bytes: Buffer.from('b') },
  { path: 'c.bin', bytes: randomBytes(70_000) },
]

/** The ZIP of some members, and how long it was said to be. */
async function select(server: TestServer, id: string, members: number[], query: { ticket?: string } = {}) {
  const { url, size, filename } = await server.client.call('selection', {
    params: { id },
    query,
    body: { members },
  })
  const response = await fetch(server.baseUrl + url)
  assert.equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(Number(response.headers.get('content-length')), bytes.length)
  assert.equal(size, bytes.length)
  assert.ok(response.headers.get('content-disposition')?.includes(filename))
  return { zip: readZip(bytes), filename }
}

forEachDatabase('a selection of files', ({ place }) => {
  test('comes as a ZIP of exactly the length it was said to have, its members as they were packed', async () => {
    await using server = await startServer(await place())
    const { id } = await sendSeveral(server, files, { title: 'Trip' })
    const whole = readZip(await bytesAt(`${server.baseUrl}/api/download/${id}/file`))
    await until(async () => (await downloadCount(server.baseUrl, id)) === 1)
    for (const members of [[0], [4, 2, 1], [3, 3, 0], [0, 1, 2, 3, 4]]) {
      const { zip, filename } = await select(server, id, members)
      const wanted = [...new Set(members)].toSorted()
      for (const [place, n] of wanted.entries()) {
        const { time: _, seconds: _s, ...copied } = zip[place] ?? { time: 0, seconds: 0 }
        const { time: __, seconds: __s, ...packed } = whole[n] ?? { time: 0, seconds: 0 }
        assert.deepEqual(copied, packed)
      }
      assert.equal(filename, `Trip (${wanted.length}).zip`)
    }
    assert.equal(await downloadCount(server.baseUrl, id), 1)
  })

  test('comes with the ticket of a password, and not without', async () => {
    await using server = await startServer(await place())
    const { id } = await sendSeveral(server, files, { password: 'told on the phone' })
    const body = { members: [3] }
    const call = server.client.call('selection', { params: { id }, query: {}, body })
    await assert.rejects(call, { code: 'PASSWORD_REQUIRED' })
    const address = `${server.baseUrl}/api/download/${id}/selection?members=3`
    assert.equal(await codeOf(await fetch(address), 401), 'PASSWORD_REQUIRED')
    const { ticket } = await (await askTicket(server.baseUrl, id, 'told on the phone')).json()
    const { zip } = await select(server, id, [3], { ticket })
    assert.equal(zip[0]?.content.toString(), 'b')
  })
})

test('a selection of what is not there, of too much, or of nothing is refused', async () => {
  await using server = await startServer()
  const { id } = await sendSeveral(server, files)
  const call = (members: number[]) =>
    server.client.call('selection', { params: { id }, query: {}, body: { members } })
  await assert.rejects(call([5]), { code: 'MEMBER_NOT_FOUND' })
  await assert.rejects(call([]), { code: 'BAD_REQUEST' })
  await assert.rejects(call(Array.from({ length: 1001 }, (_, n) => n)), { code: 'BAD_REQUEST' })
  for (const members of ['0-999999', '5-0', 'x', '', '0,'.repeat(2000)]) {
    const address = `${server.baseUrl}/api/download/${id}/selection?members=${members}`
    const response = await fetch(address)
    assert.ok([400, 404].includes(response.status), `${members}: ${response.status}`)
  }
})

test('where downloads are limited nothing can be selected', async () => {
  await using server = await startServer()
  const { id } = await sendSeveral(server, files, { deleteAfterDownload: 'true' })
  const address = `${server.baseUrl}/api/download/${id}/selection?members=0`
  assert.equal(await codeOf(await fetch(address), 403), 'CONTENTS_LIMITED')
  await assert.rejects(listMembers(server, id), { code: 'CONTENTS_LIMITED' })
})
