import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { type SentTransfer, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { bytesAt, listMembers, memberUrl } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const noise = randomBytes(100_000)

const text = (content: string) => Buffer.from(content)

async function addFile(server: TestServer, { ref, headers }: SentTransfer, name: string): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([name]), `${name}.txt`)
  const added = await fetch(`${server.baseUrl}/api/transfers/${ref}/files`, { method: 'POST', body, headers })
  assert.equal(added.status, 201, await added.text())
}

async function removeFile(server: TestServer, { ref, headers }: SentTransfer, position: number) {
  const address = `${server.baseUrl}/api/transfers/${ref}/files/${position}`
  const removed = await fetch(address, { method: 'DELETE', headers })
  assert.equal(removed.status, 200, await removed.text())
}

forEachDatabase('a transfer to which files were added', ({ place }) => {
  test('lists what is in all of them, and gives each and a selection', async () => {
    await using server = await startServer(await place())
    const { ref, headers, linkId: id } = await sendTransfer(server, noise, { filename: 'noise.bin' })
    const form = new FormData()
    for (const name of ['a.txt', 'noise.bin']) form.append('files', new Blob([name.repeat(50)]), name)
    const added = await fetch(`${server.baseUrl}/api/transfers/${ref}/files`, {
      method: 'POST',
      body: form,
      headers,
    })
    assert.equal(added.status, 201, await added.text())
    const { members, total } = await listMembers(server, id)
    assert.equal(total, 3)
    assert.deepEqual(
      members.map(({ n, path, size }) => [n, path, size]),
      [
        [0, 'noise.bin', noise.length],
        [100_000, 'a.txt', 250],
        [100_001, 'noise.bin', 450],
      ],
    )
    assert.deepEqual(await bytesAt(memberUrl(server, id, 0), { range: 'bytes=5-9' }), noise.subarray(5, 10))
    assert.equal((await bytesAt(memberUrl(server, id, 100_001))).toString(), 'noise.bin'.repeat(50))
    assert.equal((await listMembers(server, id, { search: 'NOISE' })).total, 2)
    const call = { params: { id }, query: {}, body: { members: members.map(({ n }) => n) } }
    const { url, size } = await server.client.call('selection', call)
    const zip = await bytesAt(server.baseUrl + url)
    assert.equal(zip.length, size)
    assert.deepEqual(
      readZip(zip).map(({ path, content }) => [path, content.length]),
      [
        ['noise.bin', noise.length],
        ['a.txt', 250],
        ['noise (2).bin', 450],
      ],
    )
    const { database } = server.services
    const removed = await fetch(`${server.baseUrl}/api/transfers/${ref}/files/1`, {
      method: 'DELETE',
      headers,
    })
    assert.equal(removed.status, 200, await removed.text())
    const parts = await database.selectFrom('segments').select('part').execute()
    assert.deepEqual(parts, [{ part: 'content' }])
  })

  test('gives each file the number that a list has told, whatever was removed and added since', async () => {
    await using server = await startServer(await place())
    const sent = await sendTransfer(server, text('a'), { filename: 'a.txt' })
    const { linkId: id } = sent
    await addFile(server, sent, 'b')
    await addFile(server, sent, 'c')
    const { members } = await listMembers(server, id)
    const [a, b, c] = members.map(({ n }) => memberUrl(server, id, n))
    assert.ok(a && b && c)
    await removeFile(server, sent, 0)
    assert.equal((await bytesAt(b)).toString(), 'b')
    assert.equal((await bytesAt(c)).toString(), 'c')
    assert.equal(await codeOf(await fetch(a), 404), 'MEMBER_NOT_FOUND')
    await removeFile(server, sent, 2)
    await addFile(server, sent, 'd')
    assert.equal(await codeOf(await fetch(c), 404), 'MEMBER_NOT_FOUND')
    const body = { members: members.map(({ n }) => n) }
    const selecting = server.client.call('selection', { params: { id }, query: {}, body })
    await assert.rejects(selecting, { code: 'MEMBER_NOT_FOUND' })
    const left = await listMembers(server, id)
    assert.deepEqual(
      left.members.map(({ n, path }) => [n, path]),
      [
        [members[1]?.n, 'b.txt'],
        [300_000, 'd.txt'],
      ],
    )
  })

  test('gives a ZIP that is not alone any more as a file, and nothing for the members that were listed of it', async () => {
    await using server = await startServer(await place())
    const zip = foreignZip([{ name: 'one.txt', bytes: text('1') }])
    const sent = await sendTransfer(server, zip, { filename: 'sent.zip' })
    const { members } = await listMembers(server, sent.linkId)
    const [inside] = members.map(({ n }) => memberUrl(server, sent.linkId, n))
    assert.ok(inside)
    assert.equal((await bytesAt(inside)).toString(), '1')
    await addFile(server, sent, 'b')
    assert.equal(await codeOf(await fetch(inside), 404), 'MEMBER_NOT_FOUND')
    assert.deepEqual(await bytesAt(memberUrl(server, sent.linkId, 0)), zip)
  })

  test('opens whatever release 1.0.0 called its files, alone and together', async () => {
    await using server = await startServer(await place())
    const [filename, ...others] = ['A: plan.txt', '...', ' '] as const
    const { ref, headers, linkId: id } = await sendTransfer(server, noise, { filename })
    for (const name of others) {
      const body = new FormData()
      body.append('file', new Blob([name]), name)
      const url = `${server.baseUrl}/api/transfers/${ref}/files`
      const added = await fetch(url, { method: 'POST', body, headers })
      assert.equal(added.status, 201, await added.text())
    }
    assert.deepEqual(
      (await listMembers(server, id)).members.map(({ path }) => path),
      ['A_ plan.txt', '_', '_'],
    )
    const { database } = server.services
    for (const [position, name] of [filename, ...others].entries())
      await database.updateTable('files').set({ filename: name }).where('position', '=', position).execute()
    const { members } = await listMembers(server, id)
    assert.deepEqual(
      members.map(({ path }) => path),
      [filename, ...others],
    )
    const { file } = await server.client.call('fileInfo', { params: { id } })
    const whole = await bytesAt(`${server.baseUrl}/api/download/${id}/file`)
    assert.equal(whole.length, file.size)
    const call = { params: { id }, query: {}, body: { members: members.map(({ n }) => n) } }
    const { url } = await server.client.call('selection', call)
    for (const zip of [whole, await bytesAt(server.baseUrl + url)])
      assert.deepEqual(
        readZip(zip).map(({ path }) => path),
        ['A_ plan.txt', '_', '_ (2)'],
      )
  })
})
