import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock, test } from 'node:test'
import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { acquireLock } from '#server/platform/locks/locks.ts'
import { removeUpload } from '#server/transfers/resumable/remove-upload.ts'
import { uploadLockName } from '#server/transfers/resumable/upload-lock.ts'
import { sendFileAs, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import {
  createUpload,
  patchUpload,
  resultOf,
  sendCreation,
  tus,
} from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

const KB = 1024
const MB = 1024 * KB
const HOUR = 60 * 60_000
const small = { FREE_FILE_SIZE: '100KB', FREE_TRANSFER_SIZE: '100KB', RATE_LIMITS: 'off' }

function end(url: string): Promise<Response> {
  return fetch(url, { method: 'DELETE', headers: tus })
}

forEachDatabase('an unfinished upload', ({ place }) => {
  test('counts against the storage of its account until it ends, with what has come and what has not', async () => {
    await using server = await startServer({ ...(await place()), environment: small })
    const ada = await signUp(server)
    await server.services.database
      .updateTable('users')
      .set({ storage_limit: 200 * KB })
      .execute()
    const headers = { authorization: `Bearer ${ada.token}` }
    const create = () => createUpload(server, 100 * KB, {}, headers)
    const used = async () => (await ada.client.call('profile')).user.storageUsed
    async function assertFull() {
      assert.equal(await used(), 200 * KB)
      const refused = await sendCreation(server, 1, {}, headers)
      assert.equal(await codeOf(refused, 413), 'STORAGE_QUOTA_EXCEEDED')
      const form = await sendFileAs(server, ada.token, 'a.bin', { bytes: 1 })
      assert.equal(await codeOf(form, 413), 'STORAGE_QUOTA_EXCEEDED')
    }
    const [first, second] = [await create(), await create()]
    await assertFull()
    const bytes = randomBytes(100 * KB)
    assert.equal((await patchUpload(first, 0, bytes.subarray(0, 90 * KB))).status, 204)
    await assertFull()
    assert.equal((await patchUpload(first, 90 * KB, bytes.subarray(90 * KB))).status, 204)
    await assertFull()
    assert.equal((await end(second)).status, 204)
    assert.equal(await used(), 100 * KB)
    const refused = await create()
    await assertFull()
    const virus = Buffer.alloc(100 * KB)
    eicar().copy(virus)
    assert.equal(await codeOf(await patchUpload(refused, 0, virus), 422), 'VIRUS_DETECTED')
    assert.equal(await used(), 100 * KB)
    const abandoned = await create()
    assert.equal((await patchUpload(abandoned, 0, bytes.subarray(0, 10))).status, 204)
    await assertFull()
    server.clock.advance(24 * HOUR)
    await server.sweep()
    const claims = await server.services.database.selectFrom('upload_claims').selectAll().execute()
    assert.deepEqual(claims, [])
  })

  test('whose bytes cannot be removed keeps neither others nor keys that are over', async () => {
    await using server = await startServer({ ...(await place()), environment: small })
    const { database, blobs } = server.services
    const bytes = randomBytes(10)
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await patchUpload(await createUpload(server, 20), 0, bytes)).status, 204)
    }
    const stored = await database.selectFrom('blobs').select('id').execute()
    const [stuck] = await database
      .selectFrom('uploads')
      .innerJoin('segments', 'segments.file_id', 'uploads.file_id')
      .select('segments.blob_id')
      .orderBy('uploads.expires_at')
      .execute()
    assert.ok(stuck && stored.length === 3)
    const remove = blobs.default.remove
    const broken = mock.method(blobs.default, 'remove', async (id: string) => {
      if (id === stuck.blob_id) throw new BlobStoreFailure('The disk store could not remove: EIO.')
      await remove(id)
    })
    const today = await database.selectFrom('day_keys').selectAll().execute()
    await database
      .insertInto('day_keys')
      .values(today.slice(0, 1).map((key) => ({ ...key, day: '2020-01-01' })))
      .execute()
    const left = async () => [
      (await database.selectFrom('uploads').select('file_id').execute()).length,
      (await Array.fromAsync(blobs.default.list(Number.POSITIVE_INFINITY))).length,
    ]
    server.clock.advance(25 * HOUR)
    await server.sweep()
    assert.deepEqual(await left(), [1, 1])
    const days = await database.selectFrom('day_keys').select('day').execute()
    assert.ok(days.every(({ day }) => day !== '2020-01-01'))
    broken.mock.restore()
    await server.sweep()
    assert.deepEqual(await left(), [0, 0])
  })

  test('is not removed by those who have lost its lock meanwhile, and goes on', async () => {
    await using server = await startServer({ ...(await place()), environment: small })
    const { services } = server
    const bytes = randomBytes(20)
    const url = await createUpload(server, bytes.length)
    assert.equal((await patchUpload(url, 0, bytes.subarray(0, 10))).status, 204)
    const row = await services.database.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
    const name = uploadLockName(row.id_hash)
    const held = await acquireLock(services, name)
    assert.ok(held)
    // Paused for long, it would find that another holds it.
    await services.database.deleteFrom('locks').where('name', '=', name).execute()
    await assert.rejects(removeUpload(services, row, held, 'cancelled'), { name: 'LockLost' })
    assert.equal((await patchUpload(url, 10, bytes.subarray(10))).status, 204)
    assert.equal((await resultOf(server, url)).file.size, bytes.length)
    await held.release()
  })

  test('whose first answer was lost is found again by its key, and counts once', async () => {
    await using server = await startServer({ ...(await place()), environment: small })
    const ada = await signUp(server)
    await server.services.database
      .updateTable('users')
      .set({ storage_limit: 150 * KB })
      .execute()
    const headers = { authorization: `Bearer ${ada.token}` }
    const uploadKey = randomBytes(16).toString('base64url')
    const create = (key: string, length = 100 * KB) =>
      sendCreation(server, length, { uploadKey: key }, headers)
    const tries = await Promise.all(Array.from({ length: 5 }, () => create(uploadKey)))
    tries.push(await create(uploadKey))
    assert.deepEqual(
      tries.map(({ status }) => status),
      Array(6).fill(201),
    )
    const places = new Set(tries.map(({ headers }) => headers.get('location')))
    assert.equal(places.size, 1)
    assert.equal((await ada.client.call('profile')).user.storageUsed, 100 * KB)
    const other = randomBytes(16).toString('base64url')
    assert.equal(await codeOf(await create(other), 413), 'STORAGE_QUOTA_EXCEEDED')
    assert.equal(await codeOf(await create(uploadKey, 10), 400), 'VALIDATION_ERROR')
    assert.equal(await codeOf(await create('short'), 400), 'VALIDATION_ERROR')

    const url = `${server.baseUrl}${[...places][0]}`
    const bytes = randomBytes(100 * KB)
    assert.equal((await patchUpload(url, 0, bytes.subarray(0, KB))).status, 204)
    const again = await create(uploadKey)
    assert.equal(again.headers.get('upload-offset'), String(KB))
    assert.equal((await patchUpload(url, KB, bytes.subarray(KB))).status, 204)
    assert.equal((await resultOf(server, url)).file.size, bytes.length)
    const stranger = await signUp(server, 'eve')
    const theirs = { authorization: `Bearer ${stranger.token}` }
    const begun = await sendCreation(server, 100 * KB, { uploadKey }, theirs)
    assert.equal(begun.status, 201)
    assert.ok(!places.has(begun.headers.get('location')))
  })

  test('of all the storage that an account has is not in its own way', async () => {
    const environment = { FREE_FILE_SIZE: '17MB', FREE_TRANSFER_SIZE: '17MB', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    await server.services.database
      .updateTable('users')
      .set({ storage_limit: 17 * MB })
      .execute()
    const headers = { authorization: `Bearer ${ada.token}` }
    const bytes = randomBytes(17 * MB)
    async function remove(id: string) {
      await ada.client.call('deleteFile', { params: { id } })
    }
    const sent = await sendFileAs(server, ada.token, 'a.bin', { bytes: bytes.length })
    const text = await sent.text()
    assert.equal(sent.status, 201, text)
    await remove(JSON.parse(text).file.id)

    const url = await createUpload(server, bytes.length, {}, headers)
    const patched = await patchUpload(url, 0, bytes)
    assert.equal(patched.status, 204, await patched.text())
    await remove((await resultOf(server, url)).file.id)

    const form = new Response(
      (() => {
        const data = new FormData()
        data.append('file', new Blob([bytes.subarray(0, 16 * MB)]), 'a.bin')
        return data
      })(),
    )
    const body = Buffer.from(await form.arrayBuffer())
    const filetype = Buffer.from(form.headers.get('content-type') ?? '').toString('base64')
    const created = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: {
        ...tus,
        ...headers,
        'upload-length': String(body.length),
        'upload-metadata': `filetype ${filetype}`,
      },
    })
    assert.equal(created.status, 201)
    const formUrl = `${server.baseUrl}${created.headers.get('location')}`
    const finished = await patchUpload(formUrl, 0, body)
    assert.equal(finished.status, 204, await finished.text())
    assert.equal((await resultOf(server, formUrl)).file.size, 16 * MB)
    assert.equal((await ada.client.call('profile')).user.storageUsed, 16 * MB)
  })

  test('counts against its network without an account, ten transfers of the largest size in all', async () => {
    const environment = { ...small, TRUSTED_PROXIES: '127.0.0.1' }
    await using server = await startServer({ ...(await place()), environment })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, host) =>
        sendCreation(server, 100 * KB, {}, from(`203.0.113.${host + 1}`)),
      ),
    )
    const urls: string[] = []
    for (const response of answers) {
      if (response.status === 201) urls.push(`${server.baseUrl}${response.headers.get('location')}`)
      else assert.equal(await codeOf(response, 429), 'RATE_LIMITED')
    }
    assert.equal(urls.length, 10)
    const [first = '', second = ''] = urls
    assert.equal((await patchUpload(first, 0, randomBytes(99 * KB))).status, 204)
    const near = () => sendCreation(server, 60 * KB, {}, from('203.0.113.200'))
    const refused = await near()
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(await codeOf(refused, 429), 'RATE_LIMITED')
    assert.equal((await sendCreation(server, 100 * KB, {}, from('198.51.100.1'))).status, 201)
    assert.equal((await patchUpload(first, 99 * KB, randomBytes(KB))).status, 204)
    assert.equal((await near()).status, 201)
    assert.equal(await codeOf(await near(), 429), 'RATE_LIMITED')
    assert.equal((await end(second)).status, 204)
    assert.equal((await near()).status, 201)
    server.clock.advance(24 * HOUR)
    assert.equal((await near()).status, 201)
  })

  test('counts against the free space before its first byte', async (context) => {
    await using server = await startServer({ ...(await place()), environment: { FREE_SPACE_KEPT: '1MB' } })
    const { blobs } = server.services
    let free = 3 * MB
    mock.method(blobs.default, 'freeSpace', async () => free)
    context.after(() => mock.restoreAll())
    const url = await createUpload(server, 2 * MB)
    assert.equal(await codeOf(await sendCreation(server, KB), 507), 'STORAGE_FULL')
    const form = () => sendForm(server.baseUrl, [{ name: 'file', bytes: randomBytes(10), filename: 'a.bin' }])
    assert.equal(await codeOf(await form(), 507), 'STORAGE_FULL')
    assert.deepEqual(await Array.fromAsync(blobs.default.list(Date.now() + HOUR)), [])
    // What has been stored takes space of its own, and is not counted twice.
    assert.equal((await patchUpload(url, 0, randomBytes(MB))).status, 204)
    free -= MB
    assert.equal(await codeOf(await sendCreation(server, KB), 507), 'STORAGE_FULL')
    free += 10 * KB
    assert.equal((await end(await createUpload(server, 10 * KB))).status, 204)
    assert.equal((await end(url)).status, 204)
    assert.equal((await sendCreation(server, MB)).status, 201)
  })

  test('lives for a day from its creation: bytes that come renew nothing', async () => {
    await using server = await startServer(await place())
    const { database, blobs } = server.services
    const url = await createUpload(server, 100)
    const expires = async () =>
      (await fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-expires')
    const before = await expires()
    server.clock.advance(24 * HOUR - 60_000)
    const patched = await patchUpload(url, 0, randomBytes(50))
    assert.equal(patched.headers.get('upload-expires'), before)
    assert.equal(await expires(), before)
    server.clock.advance(60_000)
    assert.equal(await codeOf(await patchUpload(url, 50, randomBytes(50)), 404), 'UPLOAD_NOT_FOUND')
    await server.sweep()
    assert.deepEqual(await Array.fromAsync(blobs.default.list(Date.now() + 48 * HOUR)), [])
    for (const table of ['uploads', 'upload_claims', 'segments'] as const)
      assert.deepEqual(await database.selectFrom(table).selectAll().execute(), [], table)
  })
})
