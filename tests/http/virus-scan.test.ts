import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eicar } from '#tests/support/eicar.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { freePort } from '#tests/support/server-process.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers.ts'

// tests/real-services has the tests with a real clamd.

const noise = Buffer.alloc(100_000, 'noise ')

async function leftovers({ services }: TestServer): Promise<number> {
  const later = Date.now() + 60 * 60_000
  const blobs = await Array.fromAsync(services.blobs.list(later))
  const rows = await services.database.selectFrom('files').selectAll().execute()
  return blobs.length + rows.length + (await services.blobs.sweepStages(later))
}

test('without clamd the test file is found, and other files count as no more than checked', async () => {
  await using server = await startServer()
  const bad = Buffer.concat([noise, eicar(), noise])
  for (const field of ['file', 'files']) {
    const response = await sendForm(server.baseUrl, [{ name: field, bytes: bad, filename: 'a.dat' }])
    assert.equal(await codeOf(response, 422), 'VIRUS_DETECTED')
    assert.equal(await leftovers(server), 0)
  }
  const { id } = await upload(server.baseUrl, noise)
  const { file } = await server.client.call('fileInfo', { params: { id } })
  assert.equal(file.scan, 'checked')
  assert.equal((await server.client.call('config')).scanner, 'built-in')
})

test('while clamd is away uploads are refused with the time to wait, and nothing of them stays', async () => {
  const environment = { CLAMD_URL: `tcp://127.0.0.1:${await freePort()}` }
  await using server = await startServer({ environment })
  for (const field of ['file', 'files']) {
    const response = await sendForm(server.baseUrl, [{ name: field, bytes: noise, filename: 'a.dat' }])
    assert.equal(response.headers.get('retry-after'), '10')
    assert.equal(await codeOf(response, 503), 'SCANNER_UNAVAILABLE')
    assert.equal(await leftovers(server), 0)
  }
  const { status, checks } = await server.client.call('health')
  assert.deepEqual([status, checks.scanner], ['degraded', 'down'])
  assert.equal((await server.client.call('config')).scanner, 'clamd')
})
