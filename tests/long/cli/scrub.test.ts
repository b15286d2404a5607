import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { scrubBlobs } from '#server/operations/scrub/scrub-blobs.ts'
import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { clearDamaged } from '#server/transfers/content/damaged-blobs.ts'
import { signUpAdmin } from '#tests/support/accounts/accounts.ts'
import {
  damageBlob,
  preambleLength,
  sealedChunkLength,
  storedFile,
} from '#tests/support/databases/damage-blob.ts'
import { type DatabasePlace, forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { backUp } from '#tests/support/server/backups.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, upload } from '#tests/support/transfers/transfers.ts'

const answerOfScrub = z.object({
  success: z.boolean(),
  isDatabaseIntact: z.boolean(),
  checked: z.object({ authenticated: z.int(), compared: z.int(), shape: z.int() }),
  damaged: z.array(z.object({ blob: z.string(), transfer: z.string(), reason: z.string() })),
  cleared: z.int(),
})

async function scrub(at: DatabasePlace) {
  const { code, answer, stderr } = await runForScript(['scrub'], { place: at })
  const parsed = answerOfScrub.safeParse(answer)
  assert.ok(parsed.success, stderr + JSON.stringify(answer))
  return { code, ...parsed.data }
}

/** Where the only blob of a link's transfer lies. */
async function blobOf({ folder, services: { database } }: TestServer, linkId: string) {
  const { id: transfer } = await transferOf(database, linkId)
  const { blob_id: blob } = await database
    .selectFrom('files')
    .innerJoin('segments', 'segments.file_id', 'files.id')
    .select('segments.blob_id')
    .where('files.transfer_id', '=', transfer)
    .executeTakeFirstOrThrow()
  return { transfer, blob, path: storedFile(folder, blob) }
}

/** Turns one bit in the middle of a blob of several chunks: no download of its first or last bytes meets it. */
const damageMiddle = (path: string) => damageBlob(path, preambleLength + sealedChunkLength + 100)

forEachDatabase('a scrub', ({ place }) => {
  test('marks a blob on a bad sector like a missing one, and nothing while the store is away', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const { services } = server
    const files = [await upload(server.baseUrl, randomBytes(300_000))]
    files.push(await upload(server.baseUrl, randomBytes(300_000)))
    const [bad, good] = await Promise.all(files.map(({ id }) => blobOf(server, id)))
    assert.ok(bad && good)
    const byOperator = {}
    const { default: store } = services.blobs
    const { read } = store
    const marked = () =>
      services.database.selectFrom('blobs').select('id').where('damaged_at', 'is not', null).execute()
    const download = ({ id }: { id: string }) => fetch(`${server.baseUrl}/api/download/${id}/file`)
    const breakWith = (failure: BlobStoreFailure) => {
      store.read = async function* (id, start, end) {
        if (id === bad.blob) throw failure
        yield* read(id, start, end)
      }
    }
    breakWith(new BlobStoreFailure('The disk store could not read: EIO.'))
    assert.equal(await codeOf(await download(files[0] ?? assert.fail()), 503), 'STORAGE_UNAVAILABLE')
    await assert.rejects(scrubBlobs(services), BlobStoreFailure)
    await assert.rejects(createBackup(services, byOperator), BlobStoreFailure)
    assert.deepEqual(await marked(), [])

    breakWith(new BlobStoreFailure('The disk store could not read: EIO.', { unreadable: true }))
    assert.equal(await codeOf(await download(files[0] ?? assert.fail()), 500), 'FILE_DAMAGED')
    assert.deepEqual(await marked(), [{ id: bad.blob }])
    await clearDamaged(services.database, bad.blob)
    const scrubbed = await scrubBlobs(services)
    assert.deepEqual(
      scrubbed.damaged.map(({ blob }) => blob),
      [bad.blob],
    )
    assert.equal(scrubbed.checked.authenticated, 1)
    await clearDamaged(services.database, bad.blob)
    await createBackup(services, byOperator)
    assert.deepEqual(await marked(), [{ id: bad.blob }])

    store.read = read
    assert.equal((await scrubBlobs(services)).cleared, 1)
    assert.deepEqual(await marked(), [])
  })

  test('finds one bit in the middle of a blob, marks it, and clears the mark when the blob is whole again', async () => {
    const at = await place()
    await using server = await startServer({
      ...at,
      environment: { ...keepInStore, METRICS_TOKEN: 'a token for metrics' },
    })
    const admin = await signUpAdmin(server)
    const file = await upload(server.baseUrl, randomBytes(60_000))
    await upload(server.baseUrl, randomBytes(10))
    const { path, blob, transfer } = await blobOf(server, file.id)
    const damagedBlobs = async () => {
      const headers = { authorization: 'Bearer a token for metrics' }
      const metrics = await (await fetch(`${server.baseUrl}/api/metrics`, { headers })).text()
      const { system } = await admin.client.call('adminSystem')
      const [, metric] = /^restante_damaged_blobs (\d+)$/m.exec(metrics) ?? []
      assert.equal(Number(metric), system.storage.damagedBlobs)
      return system.storage.damagedBlobs
    }
    const whole = await scrub(at)
    assert.deepEqual([whole.code, whole.checked.authenticated, whole.damaged.length], [0, 2, 0])
    assert.equal(await damagedBlobs(), 0)

    const bytes = await readFile(path)
    await damageMiddle(path)
    const found = await scrub(at)
    assert.deepEqual([found.code, found.success, found.checked.authenticated], [4, false, 1])
    const reason = 'Its content fails its authentication.'
    assert.deepEqual(found.damaged, [{ blob, transfer, reason }])
    assert.equal(await damagedBlobs(), 1)
    const shown = await runCommand(['inspect', file.id], { place: at })
    assert.equal(shown.code, 4)
    assert.match(shown.stdout, /, marked as damaged \d{4}-/)

    await writeFile(path, bytes)
    const again = await scrub(at)
    assert.deepEqual([again.code, again.cleared], [0, 1])
    assert.equal(await damagedBlobs(), 0)
  })

  test('compares with the last backup what it cannot open, and checks length and header without one', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const locked = await upload(server.baseUrl, randomBytes(60_000), { password: 'secret words' })
    const { path, blob } = await blobOf(server, locked.id)
    assert.deepEqual((await scrub(at)).checked, { authenticated: 0, compared: 0, shape: 1 })
    await backUp(at)
    assert.deepEqual((await scrub(at)).checked, { authenticated: 0, compared: 1, shape: 0 })
    await damageMiddle(path)
    const changed = await scrub(at)
    assert.deepEqual(
      [changed.code, changed.damaged.map((one) => one.reason)],
      [4, ['It has changed since the last backup.']],
    )
    await rename(path, `${path}.away`)
    const gone = await scrub(at)
    assert.deepEqual(
      [gone.code, gone.damaged.map((one) => [one.blob, one.reason])],
      [4, [[blob, 'It is missing.']]],
    )
  })

  test('says that the keys of a transfer do not open, and does not blame its blob', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const file = await upload(server.baseUrl, randomBytes(10))
    const { transfer } = await blobOf(server, file.id)
    const { database } = server.services
    await database
      .updateTable('transfers')
      .set({ sealed_life_key: randomBytes(60) })
      .execute()
    const { code, damaged } = await scrub(at)
    assert.equal(code, 4)
    assert.deepEqual(
      damaged.map((one) => [one.transfer, one.reason]),
      [[transfer, 'The keys of its transfer do not open.']],
    )
    const marked = database.selectFrom('blobs').select('id').where('damaged_at', 'is not', null)
    assert.deepEqual(await marked.execute(), [])
  })
})

forEachDatabase('a backup of a damaged store', ({ place }) => {
  test('says so, marks the blob, and keeps the good copy', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const file = await upload(server.baseUrl, randomBytes(60_000), { password: 'secret words' })
    const lost = await upload(server.baseUrl, randomBytes(100))
    await backUp(at, '--blobs')
    const { path, blob } = await blobOf(server, file.id)
    const missing = await blobOf(server, lost.id)
    const good = await readFile(path)
    await damageMiddle(path)
    await rename(missing.path, `${missing.path}.away`)
    for (const options of [['--blobs'], [], ['--blobs', '--keep', '1']]) {
      const { code, answer } = await runForScript(['backup', ...options], { place: at })
      assert.equal(code, 4)
      assert.deepEqual(z.array(z.string()).parse(answer.damaged).toSorted(), [blob, missing.blob].toSorted())
    }
    assert.deepEqual(await readFile(join(at.dataDir, 'backups', 'blobs', blob.slice(0, 2), blob)), good)
    const marked = server.services.database
      .selectFrom('blobs')
      .select('id')
      .where('damaged_at', 'is not', null)
    assert.equal((await marked.execute()).length, 2)
  })
})

onSqlite('the command scrub', ({ place }) => {
  test('keeps to a rate', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    await upload(server.baseUrl, randomBytes(100_000))
    const started = performance.now()
    const services = { ...server.services, clock: { now: Date.now } }
    assert.deepEqual((await scrubBlobs(services, { rate: 100_000 })).damaged, [])
    assert.ok(performance.now() - started >= 900)
    assert.equal((await runForScript(['scrub', '--rate', '100kB/s'], { place: at })).code, 0)
    for (const rate of ['fast', '0MB/s', '5', '-1MB/s']) {
      const { code } = await runForScript(['scrub', `--rate=${rate}`], { place: at })
      assert.equal(code, 2, rate)
    }
  })
})
