import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { scrubBlobs } from '#server/operations/scrub/scrub-blobs.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { backUp, download, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000

/** How many blobs lie in the store, in the database, and have rows of either. */
async function countBlobs({ services: { blobs, database }, clock }: TestServer) {
  const stored = await Array.fromAsync(blobs.default.list(clock.now() + HOUR))
  const small = await database.selectFrom('small_blobs').select('id').execute()
  const rows = await database.selectFrom('blobs').select('id').execute()
  return { stored: stored.length, small: small.length, rows: rows.length }
}

async function bytesOf(response: Response): Promise<Buffer> {
  assert.ok(response.ok, String(response.status))
  return Buffer.from(await response.arrayBuffer())
}

forEachDatabase('a small file', ({ place, emptyPlace }) => {
  test('lies in the database and a larger one in the store, and both come back byte for byte', async () => {
    await using server = await startServer(await place())
    for (const size of [0, 1, 16_384, 60_000, 70_000]) {
      const bytes = randomBytes(size)
      const file = await upload(server.baseUrl, bytes)
      assert.deepEqual(await bytesOf(await download(server, file.id)), bytes, String(size))
    }
    assert.deepEqual(await countBlobs(server), { stored: 1, small: 4, rows: 5 })
  })

  test('can be had in parts, with a ticket, behind a password, and as one of several', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(40_000)
    const file = await upload(server.baseUrl, bytes, { password: 'Sesam' })
    const url = `${server.baseUrl}/api/download/${file.id}`
    const headers = { 'content-type': 'application/json' }
    const issued = await fetch(`${url}/ticket`, { method: 'POST', headers, body: '{"password":"Sesam"}' })
    const { ticket } = await issued.json()
    const part = await fetch(`${url}/file?ticket=${ticket}`, { headers: { range: 'bytes=16000-33000' } })
    assert.equal(part.status, 206)
    assert.deepEqual(await bytesOf(part), bytes.subarray(16_000, 33_001))
    const parts = ['a', 'b'].map((name) => ({ name: 'files', bytes: randomBytes(1000), filename: name }))
    assert.equal((await sendForm(server.baseUrl, parts)).status, 201)
    // The file, the archive and its index.
    assert.deepEqual(await countBlobs(server), { stored: 0, small: 3, rows: 3 })
  })

  test('is gone from the database with its transfer, and a refused one never was there', async () => {
    await using server = await startServer(await place())
    const { id, deletionUrl } = await upload(server.baseUrl, randomBytes(1000))
    await upload(server.baseUrl, randomBytes(1000), { expiresIn: '1h' })
    const kept = await upload(server.baseUrl, randomBytes(1000), { expiresIn: '12h' })
    const refused = await sendForm(server.baseUrl, [
      { name: 'file', bytes: randomBytes(1000), filename: 'file.bin' },
      { name: 'expiresIn', value: 'never' },
    ])
    assert.equal(await codeOf(refused, 400), 'VALIDATION_ERROR')
    assert.deepEqual(await countBlobs(server), { stored: 0, small: 3, rows: 3 })
    const headers = { 'x-deletion-token': new URL(deletionUrl).hash.slice(1) }
    const deleted = await fetch(`${server.baseUrl}/api/files/${id}`, { method: 'DELETE', headers })
    assert.equal(deleted.status, 200)
    server.clock.advance(2 * HOUR)
    await server.sweep()
    assert.deepEqual(await countBlobs(server), { stored: 0, small: 1, rows: 1 })
    assert.equal((await download(server, kept.id)).status, 200)
  })

  test('that was altered or is missing is not handed out, and a scrub finds it', async () => {
    await using server = await startServer(await place())
    const { database } = server.services
    const altered = await upload(server.baseUrl, randomBytes(1000))
    const [row] = await database.selectFrom('small_blobs').selectAll().execute()
    assert.ok(row)
    const content = Buffer.from(row.content)
    content[500] = (content[500] ?? 0) ^ 1
    await database.updateTable('small_blobs').set({ content }).execute()
    const missing = await upload(server.baseUrl, randomBytes(1000))
    await database.deleteFrom('small_blobs').where('id', '!=', row.id).execute()
    const scrubbed = await scrubBlobs(server.services)
    assert.equal(scrubbed.damaged.length, 2)
    for (const { id } of [altered, missing])
      assert.equal(await codeOf(await download(server, id), 500), 'FILE_DAMAGED')
  })

  test('is in every backup, also where those of the store are left out, and restores from it', async () => {
    const from = await place()
    const bytes = randomBytes(5000)
    let backup = ''
    let id = ''
    {
      await using server = await startServer(from)
      id = (await upload(server.baseUrl, bytes)).id
      backup = await backUp(from)
      const inspected = await runForScript(['inspect', id], { place: from })
      assert.match(JSON.stringify(inspected.answer), /"store":"database".*"state":"ok"/)
    }
    const to = await emptyWithKeys(emptyPlace, from)
    const restored = await runForScript(['restore', backup], { place: to })
    assert.equal(restored.code, 0, restored.stderr + JSON.stringify(restored.answer))
    assert.partialDeepStrictEqual(restored.answer, { files: 1, missing: 0, damaged: 0 })
    await using server = await startServer(to)
    assert.deepEqual(await bytesOf(await download(server, id)), bytes)
  })
})
