import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { bytesAt, listMembers, memberUrl } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'

const noise = randomBytes(100_000)

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
        [1, 'a.txt', 250],
        [2, 'noise.bin', 450],
      ],
    )
    assert.deepEqual(await bytesAt(memberUrl(server, id, 0), { range: 'bytes=5-9' }), noise.subarray(5, 10))
    assert.equal((await bytesAt(memberUrl(server, id, 2))).toString(), 'noise.bin'.repeat(50))
    assert.equal((await listMembers(server, id, { search: 'NOISE' })).total, 2)
    const call = { params: { id }, query: {}, body: { members: [0, 1, 2] } }
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

  test('opens whatever its files are called, alone and together', async () => {
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
    const { members } = await listMembers(server, id)
    assert.deepEqual(
      members.map(({ path }) => path),
      [filename, ...others],
    )
    const { file } = await server.client.call('fileInfo', { params: { id } })
    const whole = await bytesAt(`${server.baseUrl}/api/download/${id}/file`)
    assert.equal(whole.length, file.size)
    const call = { params: { id }, query: {}, body: { members: [0, 1, 2] } }
    const { url } = await server.client.call('selection', call)
    for (const zip of [whole, await bytesAt(server.baseUrl + url)])
      assert.deepEqual(
        readZip(zip).map(({ path }) => path),
        ['A_ plan.txt', '..._', ' _'],
      )
  })
})
