import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'
import { openServerKey } from '#server/transfers/keys/slots.ts'
import { storedFile } from '#tests/support/databases/damage-blob.ts'
import { onSqlite } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendSeveral } from '#tests/support/transfers/members.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

onSqlite('docs/read-blob.py', ({ place }) => {
  /** What the reader makes of one part of the only transfer there is, from its transfer key. */
  async function readPart(
    { services }: TestServer,
    dataDir: string,
    id: string,
    part: 'content' | 'members',
  ): Promise<Buffer> {
    const { database } = services
    const transferKey = await openServerKey(services, await transferOf(database, id))
    assert.ok(transferKey)
    const { id: fileId, blob_id: blob } = await database
      .selectFrom('files')
      .innerJoin('segments', 'segments.file_id', 'files.id')
      .select(['files.id', 'segments.blob_id'])
      .where('segments.part', '=', part)
      .executeTakeFirstOrThrow()
    const given = {
      fileId,
      part,
      transferKey: Buffer.from(transferKey).toString('hex'),
      blobs: [storedFile(dataDir, blob)],
    }
    const script = new URL('../../docs/read-blob.py', import.meta.url).pathname
    const { status, stdout, stderr } = spawnSync('python3', [script], { input: JSON.stringify(given) })
    assert.equal(status, 0, stderr.toString())
    return stdout
  }

  test('opens a stored file with nothing but its blob and its transfer key', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const bytes = randomBytes(40_000)
    const { id } = await upload(server.baseUrl, bytes)
    assert.deepEqual(await readPart(server, at.dataDir, id, 'content'), bytes)
  })

  test('opens the index of an archive, which says where each file lies in it', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const files = ['a.txt', 'b/c.txt'].map((path) => ({ path, bytes: Buffer.from(path.repeat(100)) }))
    const { id } = await sendSeveral(server, files)
    const archive = await readPart(server, at.dataDir, id, 'content')
    const index = (await readPart(server, at.dataDir, id, 'members')).toString('utf8')
    const lines = index.split('\n')
    const footer = index.slice(Number(lines.at(-2))).split('\n', 1)[0] ?? ''
    assert.deepEqual(JSON.parse(footer), { members: 2, pages: [0] })
    for (const [n, { path, bytes }] of files.entries()) {
      const { offset, packed, size, ...said } = JSON.parse(lines[n] ?? '')
      const { crc, method, type } = said
      assert.deepEqual([said.path, size, crc, method], [path, bytes.length, crc32(bytes), 'deflated'])
      assert.equal(type, 'text/plain')
      const data = offset + 30 + Buffer.byteLength(path)
      assert.deepEqual(inflateRawSync(archive.subarray(data, data + packed)), bytes)
    }
  })
})
