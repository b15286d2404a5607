import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import {
  assertCame,
  assertImportsOnce,
  follow,
  importFrom,
} from '#tests/support/samples/imports/check-import.ts'
import { assertSurvivesKills } from '#tests/support/samples/imports/kill-import.ts'
import { makePalmr, type PalmrFile } from '#tests/support/samples/imports/palmr/folder.ts'
import { fillPalmr, palmrKey } from '#tests/support/samples/imports/palmr/shares.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startS3Stub } from '#tests/support/services/s3-stub.ts'

const environment = { RATE_LIMITS: 'off' }
const DAY = 24 * 60 * 60_000

/** Writes a key as operators would. @returns the options that name it */
async function keyOptions(folder: string, key = `${palmrKey}\n`): Promise<string[]> {
  const path = join(folder, 'key')
  await writeFile(path, key)
  return ['--key-file', path]
}

for (const version of ['early', 'late'] as const)
  forEachDatabase(`210 shares of Palmr, ${version}`, ({ place }) => {
    test('come once, as they are, while the service runs', async () => {
      await using palmr = await makePalmr(version)
      const shares = await fillPalmr(palmr, version)
      assert.equal(shares.length, 211)
      const { folder } = palmr
      const at = await place()
      await using server = await startServer({ ...at, environment })
      await assertImportsOnce(server, {
        place: at,
        source: 'palmr',
        folder,
        options: await keyOptions(folder),
        shares,
        people: [1, 1],
        requests: [1, 3],
      })
      const requests = await server.services.database
        .selectFrom('requests')
        .select(['title', 'types', 'uploads_limit'])
        .execute()
      assert.deepEqual(requests, [{ title: 'Send it here', types: '["pdf","jpg"]', uploads_limit: 4 }])
      // Files that end sooner than their share.
      if (version === 'early') return
      assert.ok(await follow(server, '/s/to-ends0'))
      server.clock.advance(2 * DAY)
      assert.equal(await follow(server, '/s/to-ends0'), undefined)
      assert.ok(await follow(server, '/s/to-plain0'))
    })
  })

onSqlite('an import from Palmr', ({ place }) => {
  test('that is killed again and again brings everything once', async () => {
    await using palmr = await makePalmr()
    const shares = await fillPalmr(palmr, 'late')
    const { folder } = palmr
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const options = await keyOptions(folder)
    await assertSurvivesKills(server, at, { source: 'palmr', folder, shares, options })
  })

  test('says where the key is needed, and where it is none', async () => {
    await using palmr = await makePalmr()
    const ada = palmr.addUser('ada')
    const one = { name: 'a.txt', bytes: randomBytes(50), key: palmrKey }
    await palmr.addShare({ id: 'sealed', files: [one] }, ada)
    palmr.database.close()
    const at = await place()
    const { answer } = await importFrom(at, 'palmr', palmr.folder)
    assert.match(JSON.stringify(answer.notes), /sealed with the ENCRYPTION_KEY of Palmr: see --key-file/)
    const empty = await importFrom(at, 'palmr', palmr.folder, ...(await keyOptions(palmr.folder, ' \n')))
    assert.deepEqual([empty.code, /has no key/.test(String(empty.answer.problem))], [1, true])
    const other = await importFrom(at, 'palmr', at.dataDir)
    assert.match(String(other.answer.problem), /no prisma\/palmr\.db/)
  })

  test('reads from its S3 store what is not in its folder', async () => {
    await using store = await startS3Stub()
    await using palmr = await makePalmr()
    const ada = palmr.addUser('ada')
    async function inStore(name: string, stored: Uint8Array | undefined): Promise<PalmrFile> {
      if (stored) store.objects.set(name, { bytes: Buffer.from(stored), at: new Date() })
      return {
        name,
        bytes: randomBytes(0),
        columns: { objectName: name, size: 5000 },
        spoil: () => undefined,
      }
    }
    const bytes = randomBytes(5000)
    const files = [await inStore('a.txt', bytes), { name: 'b.txt', bytes }]
    await palmr.addShare({ id: 'good', files }, ada)
    await palmr.addShare({ id: 'none', files: [await inStore('none.txt', undefined)] }, ada)
    await palmr.addShare({ id: 'short', files: [await inStore('short.txt', randomBytes(10))] }, ada)
    palmr.database.close()
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.settings
    const { hostname, port } = new URL(endpoint)
    const variables = [
      '# made by Palmr',
      `S3_ENDPOINT="${hostname}"`,
      `export S3_PORT=${port}`,
      'S3_USE_SSL=false',
      `S3_ACCESS_KEY=${accessKeyId}`,
      `S3_SECRET_KEY=${secretAccessKey}`,
      `S3_REGION=${region}`,
    ]
    const path = join(palmr.folder, 'variables')
    await writeFile(path, variables.join('\n'))
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const without = await importFrom(at, 'palmr', palmr.folder, '--dry-run')
    assert.match(JSON.stringify(without.answer.notes), /see --s3/)
    const run = () => importFrom(at, 'palmr', palmr.folder, '--s3', path)
    assert.match(String((await run()).answer.problem), /lacks S3_BUCKET_NAME/)
    const wrong: Record<string, RegExp> = {
      'S3_SECRET_KEY=': /lacks S3_SECRET_KEY/,
      'S3_ENDPOINT=http://127.0.0.1': /no host/,
      'S3_PORT=1': /ECONNREFUSED\. See that it runs/,
    }
    for (const [line, sentence] of Object.entries(wrong)) {
      await writeFile(path, [...variables, 'S3_BUCKET_NAME=x', line].join('\n'))
      assert.match(String((await run()).answer.problem), sentence)
    }
    await writeFile(path, [...variables, 'S3_BUCKET_NAME=another', ''].join('\n'))
    assert.match(String((await run()).answer.problem), /bucket another is not there/)
    await writeFile(path, [...variables, `S3_BUCKET_NAME=${bucket}`, ''].join('\n'))
    const { answer } = await run()
    assert.match(JSON.stringify(answer.notes), /10 bytes instead of 5000/)
    const expected = ['a.txt', 'b.txt'].map((name) => ({ name, bytes }))
    await assertCame(server, { id: 'good', paths: ['/s/to-good'], expected: { files: expected } })
  })
})
