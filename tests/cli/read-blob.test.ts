import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openServerKey } from '#server/transfers/keys/open-server-key.ts'
import { storedFile } from '#tests/support/databases/damage-blob.ts'
import { onSqlite } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

onSqlite('docs/read-blob.py', ({ place }) => {
  test('opens a stored file with nothing but its blob and its transfer key', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const { database } = server.services
    const bytes = randomBytes(40_000)
    const { id } = await upload(server.baseUrl, bytes)
    const transfer = await transferOf(database, id)
    const transferKey = await openServerKey(server.services, transfer)
    assert.ok(transferKey)
    const { id: fileId, blob_id: blob } = await database
      .selectFrom('files')
      .innerJoin('segments', 'segments.file_id', 'files.id')
      .select(['files.id', 'segments.blob_id'])
      .executeTakeFirstOrThrow()
    const given = {
      fileId,
      transferKey: Buffer.from(transferKey).toString('hex'),
      blobs: [storedFile(at.dataDir, blob)],
    }
    const script = new URL('../../docs/read-blob.py', import.meta.url).pathname
    const { status, stdout, stderr } = spawnSync('python3', [script], { input: JSON.stringify(given) })
    assert.equal(status, 0, stderr.toString())
    assert.deepEqual(stdout, bytes)
  })
})
