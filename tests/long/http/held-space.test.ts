import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { createUpload, patchUpload, sendCreation, tus } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const MINUTE = 60_000

const stranger = { 'x-forwarded-for': '203.0.113.1' }
const elsewhere = { 'x-forwarded-for': '198.51.100.1' }

/** Makes the disk of a server one with so many bytes beyond what is to be kept free, which stored blobs take up. */
function shrinkDisk({ services, folder }: TestServer, bytes: number): () => Promise<number> {
  async function left(): Promise<number> {
    const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
    const sizes = entries
      .filter((entry) => entry.isFile())
      // It may be moved or gone by now.
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      )
    return bytes - (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  let known: Promise<number> | undefined
  services.blobs.default.freeSpace = async (when) => {
    // Without "now" the figure may be as old as allowed.
    known ??= left()
    return services.config.FREE_SPACE_KEPT + (await (when === 'now' ? left() : known))
  }
  return left
}

const environment = {
  FREE_SPACE_KEPT: '1MB',
  TRUSTED_PROXIES: '127.0.0.1',
  SMALL_FILES_IN_DATABASE: 'off',
  UPLOADS_PER_HOUR: '1000',
}

function put({ baseUrl }: TestServer, size: number, headers: Record<string, string>): Promise<Response> {
  return fetch(`${baseUrl}/api/put/a.bin`, { method: 'PUT', headers, body: randomBytes(size) })
}

forEachDatabase('the free space', ({ place }) => {
  test('is not closed to others by one stranger who announces uploads and sends nothing', async () => {
    await using server = await startServer({ ...(await place()), environment })
    shrinkDisk(server, 400 * MIB)
    for (let count = 0; count < 10; count += 1) await createUpload(server, 39 * MIB, {}, stranger)
    assert.equal(await codeOf(await sendCreation(server, 39 * MIB, {}, stranger), 507), 'STORAGE_FULL')
    const sent = await put(server, 20 * MIB, elsewhere)
    assert.equal(sent.status, 201, await sent.text())
    await createUpload(server, 150 * MIB, {}, elsewhere)
    // After ten minutes nothing is held by them, also not against people who are near.
    server.clock.advance(10 * MINUTE)
    await createUpload(server, 350 * MIB, {}, stranger)
  })

  test('is held for all that an upload has declared once it sends', async () => {
    await using server = await startServer({ ...(await place()), environment })
    shrinkDisk(server, 100 * MIB)
    const url = await createUpload(server, 90 * MIB, {}, stranger)
    assert.equal((await patchUpload(url, 0, randomBytes(6 * MIB))).status, 204)
    assert.equal(await codeOf(await sendCreation(server, 12 * MIB, {}, elsewhere), 507), 'STORAGE_FULL')
    await createUpload(server, 8 * MIB, {}, elsewhere)
  })

  test('is not taken from an upload that sends by one that came later', async () => {
    await using server = await startServer({ ...(await place()), environment })
    shrinkDisk(server, 100 * MIB)
    const first = await createUpload(server, 90 * MIB, {}, stranger)
    const later = await createUpload(server, 60 * MIB, {}, elsewhere)
    assert.equal((await patchUpload(first, 0, randomBytes(20 * MIB))).status, 204)
    assert.equal(await codeOf(await patchUpload(later, 0, randomBytes(60 * MIB)), 507), 'STORAGE_FULL')
    assert.equal((await patchUpload(first, 20 * MIB, randomBytes(70 * MIB))).status, 204)
  })

  test('is lost to others by an upload that was quiet, until there is room again', async () => {
    await using server = await startServer({ ...(await place()), environment })
    shrinkDisk(server, 100 * MIB)
    const quiet = await createUpload(server, 60 * MIB, {}, stranger)
    assert.equal((await patchUpload(quiet, 0, randomBytes(10 * MIB))).status, 204)
    server.clock.advance(10 * MINUTE)
    const other = await createUpload(server, 60 * MIB, {}, elsewhere)
    assert.equal((await patchUpload(other, 0, randomBytes(MIB))).status, 204)
    assert.equal(await codeOf(await patchUpload(quiet, 10 * MIB, randomBytes(MIB)), 507), 'STORAGE_FULL')
    assert.equal((await fetch(other, { method: 'DELETE', headers: tus })).status, 204)
    assert.equal((await patchUpload(quiet, 10 * MIB, randomBytes(50 * MIB))).status, 204)
  })

  test('is kept when many small uploads come at once, to one process or two', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment })
    await using second = await startServer({ ...at, dataDir: server.folder, environment })
    const left = shrinkDisk(server, 200 * MIB)
    shrinkDisk(second, 200 * MIB)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, count) => put(count % 2 === 0 ? server : second, 15 * MIB, elsewhere)),
    )
    const taken = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 507)
    assert.ok((await left()) >= 0, `${await left()} bytes left`)
    assert.equal(taken.length + refused.length, 30)
    assert.ok(taken.length >= 5 && refused.length >= 17, `${taken.length} taken`)
    await Promise.all(answers.map((answer) => answer.text()))
  })
})
