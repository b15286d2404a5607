import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { createUpload, sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

const KIB = 1024
const part = 90 * KIB

function sendPart({ baseUrl }: TestServer): Promise<Response> {
  return sendForm(baseUrl, [{ name: 'file', bytes: randomBytes(part), filename: 'a.bin' }])
}

/** Bytes of everything that can be downloaded. */
async function storedBytes({ services }: TestServer): Promise<number> {
  const rows = await services.database
    .selectFrom('transfers')
    .select('size')
    .where('ended_at', 'is', null)
    .execute()
  return rows.reduce((sum, { size }) => sum + size, 0)
}

forEachDatabase('the storage of the whole service', ({ place }) => {
  test('is never exceeded by a hundred uploads at the same time, and what ends makes room', async () => {
    const environment = { STORAGE_TOTAL: '1MB' }
    await using server = await startServer({ ...(await place()), environment })
    const resumable = Array.from({ length: 50 }, () => sendCreation(server, part))
    const answers = await Promise.all([...resumable, ...Array.from({ length: 50 }, () => sendPart(server))])
    const refused = answers.filter(({ status }) => status !== 201)
    assert.ok(refused.length >= 89 && refused.length < 100, String(refused.length))
    for (const response of refused) assert.equal(await codeOf(response, 507), 'STORAGE_FULL')
    const claims = await server.services.database.selectFrom('upload_claims').select('bytes').execute()
    const claimed = claims.reduce((sum, { bytes }) => sum + bytes, 0)
    assert.ok((await storedBytes(server)) + claimed <= KIB * KIB)

    server.clock.advance(40 * 24 * 60 * 60_000)
    await createSweep(server.services)()
    assert.equal((await sendPart(server)).status, 201)
  })

  test('counts what an unfinished upload has declared, and raises an alarm from 80 % on', async () => {
    const environment = { STORAGE_TOTAL: '100KB' }
    await using server = await startServer({ ...(await place()), environment })
    // As of S3, which has no bounds of its own.
    server.services.blobs.default.freeSpace = async () => Number.POSITIVE_INFINITY
    const sweep = createSweep(server.services)
    const alarms = async () => (await server.client.call('health')).alarms
    await upload(server.baseUrl, randomBytes(50 * KIB))
    await sweep()
    assert.deepEqual(await alarms(), [])
    const url = await createUpload(server, 40 * KIB)
    await sweep()
    assert.deepEqual(await alarms(), ['storage-total'])
    assert.equal(await codeOf(await sendCreation(server, 11 * KIB), 507), 'STORAGE_FULL')
    await fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
    await sweep()
    assert.deepEqual(await alarms(), [])
    await createUpload(server, 11 * KIB)
  })
})
