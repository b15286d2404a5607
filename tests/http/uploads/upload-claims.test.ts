import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { withPro } from '#server/identity/principals/principal.ts'
import { findUpload, openUpload } from '#server/transfers/resumable/find-upload.ts'
import { createSegmentWriter } from '#server/transfers/resumable/segment-writer.ts'
import { keepOutcome } from '#server/transfers/resumable/upload-outcome.ts'
import { insertClaim } from '#server/transfers/upload/claims/claim-rows.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { holdCommits } from '#tests/support/databases/hold-commits.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { createUpload, patchUpload, sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const small = { FREE_FILE_SIZE: '2KB', FREE_TRANSFER_SIZE: '2KB' }

/** A server whose disk has so many bytes left beyond what is to be kept free, until `set` says otherwise. */
async function startWithSpace(options: Parameters<typeof startServer>[0], bytes: number) {
  const environment = { FREE_SPACE_KEPT: '1MB', ...options?.environment }
  const server = await startServer({ ...options, environment })
  let left = bytes
  server.services.blobs.default.freeSpace = async () => MIB + left
  return Object.assign(server, { set: (now: number) => (left = now) })
}

/** The disk of a server is full as soon as something is about to be stored. */
function runShortAtFirstByte({ services, set }: Awaited<ReturnType<typeof startWithSpace>>) {
  const { default: store } = services.blobs
  const stage = store.stage.bind(store)
  store.stage = (id) => {
    set(-100 * MIB)
    return stage(id)
  }
}

forEachDatabase('unfinished uploads', ({ engine, place }) => {
  test('count against the free space with all that they have declared', async () => {
    await using server = await startWithSpace(await place(), 100 * MIB)
    const url = await createUpload(server, 60 * MIB)
    assert.equal(await codeOf(await sendCreation(server, 60 * MIB), 507), 'STORAGE_FULL')
    await fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
    await createUpload(server, 60 * MIB)
  })

  test('of many people at the same time take no more than the free space together', async () => {
    const environment = { FREE_SPACE_KEPT: '1MB', TRUSTED_PROXIES: '127.0.0.1' }
    await using server = await startWithSpace({ ...(await place()), environment }, 20 * MIB)
    const asked = Array.from({ length: 20 }, (_, host) =>
      sendCreation(server, 15 * MIB, {}, { 'x-forwarded-for': `203.0.${host}.1` }),
    )
    const refused = (await Promise.all(asked)).filter(({ status }) => status !== 201)
    assert.equal(refused.length, 19)
    for (const response of refused) assert.equal(await codeOf(response, 507), 'STORAGE_FULL')
  })

  if (engine === 'postgres')
    test('of two people, neither of whom has committed, take no more than the free space together', async () => {
      const at = await place()
      const environment = { FREE_SPACE_KEPT: '1MB', TRUSTED_PROXIES: '127.0.0.1' }
      await using server = await startWithSpace({ ...at, environment }, 20 * MIB)
      await using held = await holdCommits(at.url, 'upload_claims')
      const asked = ['203.0.1.1', '203.0.2.1'].map((host) =>
        sendCreation(server, 15 * MIB, {}, { 'x-forwarded-for': host }),
      )
      await held.met(2)
      await held.release()
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      assert.deepEqual(statuses.toSorted(), [201, 507])
    })

  if (engine === 'postgres')
    test('of one person, neither of which is committed, have no more than their storage together', async () => {
      const at = await place()
      await using server = await startServer({ ...at, environment: small })
      const { token } = await signUp(server)
      await server.services.database.updateTable('users').set({ storage_limit: 3000 }).execute()
      await using held = await holdCommits(at.url, 'upload_claims')
      const headers = { authorization: `Bearer ${token}` }
      const asked = [1, 2].map(() => sendCreation(server, 2000, {}, headers))
      await held.met(2)
      await held.release()
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      assert.deepEqual(statuses.toSorted(), [201, 413])
    })

  test('of one person at the same time have no more than their storage together', async () => {
    await using server = await startServer({ ...(await place()), environment: small })
    const { token, user } = await signUp(server)
    await server.services.database.updateTable('users').set({ storage_limit: 3000 }).execute()
    const headers = { authorization: `Bearer ${token}` }
    const asked = Array.from({ length: 10 }, () => sendCreation(server, 2000, {}, headers))
    const refused = (await Promise.all(asked)).filter(({ status }) => status !== 201)
    assert.equal(refused.length, 9)
    for (const response of refused)
      assert.equal(await codeOf(response, response.status), 'STORAGE_QUOTA_EXCEEDED')
    // One that had looked before the first was entered.
    const principal = { ...withPro, id: user.id, isPro: false, storageLimit: 3000 }
    const late = { id: 'late', bytes: 2000, until: server.clock.now() + 60_000 }
    await assert.rejects(insertClaim(server.services, { principal, address: '192.0.2.1' }, late), {
      code: 'STORAGE_QUOTA_EXCEEDED',
    })
  })

  test('of one network without an account are ten full ones at most', async () => {
    await using server = await startServer({ ...(await place()), environment: small })
    for (let number = 0; number < 10; number += 1) await createUpload(server, 2048)
    const refused = await sendCreation(server, 2048)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(await codeOf(refused, 429), 'RATE_LIMITED')
    const { token } = await signUp(server)
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await sendCreation(server, 2048, {}, headers)).status, 201)
  })
})

onSqlite('free space', ({ place }) => {
  test('that is short is refused before a resumable upload', async () => {
    await using server = await startWithSpace(await place(), 10 * MIB)
    assert.equal(await codeOf(await sendCreation(server, 11 * MIB), 507), 'STORAGE_FULL')
    await createUpload(server, 9 * MIB)
  })

  test('that runs short while a form arrives ends it', async () => {
    await using server = await startWithSpace(await place(), 1000 * MIB)
    runShortAtFirstByte(server)
    const bytes = Buffer.alloc(70 * MIB)
    const response = await sendForm(server.baseUrl, [{ name: 'file', bytes, filename: 'a.bin' }])
    assert.equal(await codeOf(response, 507), 'STORAGE_FULL')
  })

  test('that runs short while a resumable upload arrives interrupts it', async () => {
    await using server = await startWithSpace(await place(), 1000 * MIB)
    const url = await createUpload(server, 70 * MIB)
    runShortAtFirstByte(server)
    assert.equal(await codeOf(await patchUpload(url, 0, Buffer.alloc(70 * MIB)), 507), 'STORAGE_FULL')
  })
})

forEachDatabase('a segment', ({ place }) => {
  async function openOne(server: TestServer) {
    const id = (await createUpload(server, 1000)).split('/').at(-1) ?? ''
    return openUpload(server.services, id, await findUpload(server.services, id))
  }

  test('of two that end at one offset, the segment at an offset is the first; the other leaves nothing', async () => {
    await using server = await startServer(await place())
    const upload = await openOne(server)
    const writers = [
      await createSegmentWriter(server.services, upload, true),
      await createSegmentWriter(server.services, upload, true),
    ] as const
    for (const [index, writer] of writers.entries()) await writer.write(randomBytes(500 + index))
    await writers[0].flush()
    await assert.rejects(writers[1].flush(), { code: 'UPLOAD_OFFSET_MISMATCH' })
    const rows = await server.services.database.selectFrom('segments').select('size').execute()
    assert.deepEqual(rows, [{ size: 500 }])
    const { length } = await Array.fromAsync(server.services.blobs.default.list(Date.now() + 60_000))
    assert.equal(length, 1)
  })

  test('is refused when the upload has ended: no segment after the outcome', async () => {
    await using server = await startServer(await place())
    const upload = await openOne(server)
    const writer = await createSegmentWriter(server.services, upload, true)
    await writer.write(randomBytes(1000))
    await keepOutcome(server.services.database, upload, { code: 'VIRUS_DETECTED', message: 'refused' })
    await assert.rejects(writer.flush(), { code: 'UPLOAD_OFFSET_MISMATCH' })
    assert.deepEqual(await server.services.database.selectFrom('segments').select('size').execute(), [])
  })
})
