import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftovers } from '#tests/support/databases/leftovers.ts'
import { startServer } from '#tests/support/server/server.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import { noise } from '#tests/support/services/noise.ts'
import { codeOf, sendForm, upload } from '#tests/support/transfers/transfers.ts'

// tests/real-services has the tests with a real clamd.

const harmless = noise(100_000)

test('without clamd the test file is found, and other files count as no more than checked', async () => {
  await using server = await startServer()
  const bad = Buffer.concat([harmless, eicar(), harmless])
  for (const field of ['file', 'files']) {
    const response = await sendForm(server.baseUrl, [{ name: field, bytes: bad, filename: 'a.dat' }])
    assert.equal(await codeOf(response, 422), 'VIRUS_DETECTED')
    assert.equal(await leftovers(server), 0)
  }
  const { id } = await upload(server.baseUrl, harmless)
  const { file } = await server.client.call('fileInfo', { params: { id } })
  assert.equal(file.scan, 'checked')
  assert.equal((await server.client.call('config')).scanner, 'built-in')
})

test('while clamd is away uploads are refused with the time to wait, and nothing of them stays', async () => {
  const environment = { CLAMD_URL: `tcp://127.0.0.1:${await freePort()}` }
  await using server = await startServer({ environment })
  for (const field of ['file', 'files']) {
    const response = await sendForm(server.baseUrl, [{ name: field, bytes: harmless, filename: 'a.dat' }])
    assert.equal(response.headers.get('retry-after'), '10')
    assert.equal(await codeOf(response, 503), 'SCANNER_UNAVAILABLE')
    assert.equal(await leftovers(server), 0)
  }
  const { status, checks } = await server.client.call('health')
  assert.deepEqual([status, checks.scanner], ['degraded', 'down'])
  assert.equal((await server.client.call('config')).scanner, 'clamd')
})
