import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { test } from 'node:test'
import { signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { breakDownload } from '#tests/support/browser/pages/broken-download.ts'
import {
  damageBlob,
  preambleLength,
  sealedChunkLength,
  storedFile,
} from '#tests/support/databases/damage-blob.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { uploadInSegments } from '#tests/support/transfers/resumable-uploads.ts'
import { askTicket, codeOf, until, upload } from '#tests/support/transfers/transfers.ts'

const token = 'a-token-of-the-test'
const environment = { METRICS_TOKEN: token }

/** What the health call, the metrics and the administrators' page say of alarms. */
async function alarmsOf({ baseUrl, client }: TestServer, admin: Awaited<ReturnType<typeof signUpAdmin>>) {
  const response = await fetch(`${baseUrl}/api/health`)
  assert.equal(response.status, 200)
  const { status, alarms } = await client.call('health')
  assert.equal(status, alarms.length === 0 ? 'ok' : 'degraded')
  const headers = { authorization: `Bearer ${token}` }
  const metrics = await (await fetch(`${baseUrl}/api/metrics`, { headers })).text()
  for (const name of ['orphans', 'damaged-blobs']) {
    const on = alarms.includes(name) ? 1 : 0
    assert.match(metrics, new RegExp(`^restante_alarm\\{name="${name}"\\} ${on}$`, 'm'))
  }
  const { system } = await admin.client.call('adminSystem')
  assert.deepEqual(system.alarms, alarms)
  return { alarms, damagedBlobs: system.storage.damagedBlobs }
}

forEachDatabase('a damaged blob', ({ place }) => {
  for (const [what, damage, meet] of [
    [
      'met at the start of a download',
      (path: string) => damageBlob(path, preambleLength + 100),
      async (server: TestServer, id: string) => {
        assert.equal(await codeOf(await askTicket(server.baseUrl, id), 500), 'FILE_DAMAGED')
      },
    ],
    [
      'met in the middle of one',
      (path: string) => damageBlob(path, preambleLength + 300 * sealedChunkLength + 1),
      async (server: TestServer, id: string) => {
        await breakDownload(`${server.baseUrl}/api/download/${id}/file`, 20_000_000)
      },
    ],
    [
      'found missing in the middle of one',
      unlink,
      async (server: TestServer, id: string) => {
        await breakDownload(`${server.baseUrl}/api/download/${id}/file`, 20_000_000)
      },
    ],
  ] as const) {
    test(`${what} is marked and raises an alarm, until its transfer is gone`, async () => {
      const at = await place()
      await using server = await startServer({ ...at, environment })
      const { database } = server.services
      const admin = await signUpAdmin(server)
      const ada = await signUp(server)
      const headers = { authorization: `Bearer ${ada.token}` }
      const file = await uploadInSegments(server, randomBytes(20_000_000), 7_000_000, {}, headers)
      const segments = await database.selectFrom('segments').select('blob_id').orderBy('position').execute()
      assert.ok(segments.length >= 3)
      const blobId = segments[what.includes('start') ? 0 : 1]?.blob_id ?? ''
      assert.deepEqual(await alarmsOf(server, admin), { alarms: [], damagedBlobs: 0 })
      await damage(storedFile(at.dataDir, blobId))
      await meet(server, file.id)
      await until(async () => (await server.client.call('health')).alarms.length > 0)
      assert.deepEqual(await alarmsOf(server, admin), { alarms: ['damaged-blobs'], damagedBlobs: 1 })
      const marked = await database
        .selectFrom('blobs')
        .select('id')
        .where('damaged_at', 'is not', null)
        .execute()
      assert.deepEqual(marked, [{ id: blobId }])
      const listed = async (query: object) => {
        const { total, files } = await admin.client.call('adminFiles', { query })
        return [total, files.map(({ uploader, damaged }) => [uploader, damaged])]
      }
      await upload(server.baseUrl, randomBytes(10))
      const whole = [null, false]
      assert.deepEqual(await listed({ filter: 'Damaged' }), [1, [['ada', true]]])
      assert.deepEqual(await listed({}), [2, [whole, ['ada', true]]])
      assert.deepEqual(await listed({ filter: 'Damaged', search: 'ada' }), [1, [['ada', true]]])
      assert.deepEqual(await listed({ filter: 'Damaged', search: 'nobody' }), [0, []])
      await ada.client.call('deleteFile', { params: { id: file.id } })
      assert.deepEqual(await listed({ filter: 'Damaged' }), [0, []])
      await server.sweep()
      assert.deepEqual(await alarmsOf(server, admin), { alarms: [], damagedBlobs: 0 })
    })
  }
})
