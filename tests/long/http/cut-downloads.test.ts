import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock, test } from 'node:test'
import { setActive, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { forNewAccounts, makeRequest, received, visit } from '#tests/support/requests/visitors.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import { bytesAt, memberUrl, sendSeveral } from '#tests/support/transfers/members.ts'
import { moveEndTo } from '#tests/support/transfers/move-end-to.ts'
import { uploadInSegments } from '#tests/support/transfers/resumable-uploads.ts'
import { downloadCount, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A receiver that takes 64 KiB every 16 ms needs ten seconds for it: far longer than a download outlives its link. */
const long = 40_000_000
/** More than lies in the buffers between server and receiver, so that a receiver that takes nothing holds it up. */
const held = 20_000_000

async function plainUrl(baseUrl: string, id: string): Promise<string> {
  return `${baseUrl}/api/download/${id}/file`
}

/** The address of a download by a ticket that has been good for a whole one already. */
async function usedTicketUrl(baseUrl: string, id: string): Promise<string> {
  const url = await ticketUrl(baseUrl, id)
  await (await fetch(url)).arrayBuffer()
  await until(async () => (await downloadCount(baseUrl, id)) === 1)
  return url
}

/** Resolves when the only transfer has been downloaded once. */
async function isCounted({ services: { database } }: TestServer): Promise<void> {
  const transfer = database.selectFrom('transfers').select('downloads')
  await until(async () => (await transfer.executeTakeFirstOrThrow()).downloads === 1)
}

const withTicketOrNot = [
  ['with a ticket', ticketUrl],
  ['without one', plainUrl],
] as const

/** Uploads a file of Ada's, in several segments. */
async function uploadAsAda(server: TestServer, bytes: Uint8Array) {
  const ada = await signUp(server)
  const headers = { authorization: `Bearer ${ada.token}` }
  return { ada, file: await uploadInSegments(server, bytes, 10_000_000, {}, headers) }
}

/** Addresses of something that is held for an hour and counts as no download; each sends `held` bytes and more. */
const partsOfTransfers = [
  [
    'a file in it',
    async (server: TestServer, bytes: readonly Uint8Array[]) => {
      const file = await uploadInSegments(server, Buffer.concat(bytes), 10_000_000, { expiresIn: '1h' })
      return memberUrl(server, file.id, 0)
    },
  ],
  [
    'a selection of its files',
    async (server: TestServer, bytes: readonly Uint8Array[]) => {
      const files = bytes.map((part, n) => ({ path: `${n}.bin`, bytes: part }))
      const { id } = await sendSeveral(server, files, { expiresIn: '1h' })
      return `${server.baseUrl}/api/download/${id}/selection?members=0-1`
    },
  ],
  [
    'what arrived for a request',
    async (server: TestServer, bytes: readonly Uint8Array[]) => {
      const ada = await signUp(server)
      const request = await makeRequest(server, ada, { keepFor: '1h' })
      const visitor = await visit(server, request.id)
      for (const part of bytes) await received(server, visitor, { files: { 'a.bin': part } })
      const { url } = await ada.client.call('requestArchive', { params: { id: request.id }, body: {} })
      return server.baseUrl + url
    },
  ],
] as const

const ends = [
  [
    'its transfer is deleted',
    async (_server: TestServer, id: string, { ada }: Awaited<ReturnType<typeof uploadAsAda>>) => {
      await ada.client.call('deleteFile', { params: { id } })
    },
  ],
  [
    'the account of its sender is disabled',
    async (server: TestServer, _id: string, { ada }: Awaited<ReturnType<typeof uploadAsAda>>) => {
      await setActive(await signUpAdmin(server), ada.user.username, false)
    },
  ],
  [
    'its link is revoked',
    async ({ services: { database } }: TestServer, id: string) => {
      await database.updateTable('links').set({ revoked_at: 1 }).where('id', '=', id).execute()
    },
  ],
] as const

forEachDatabase('a running download', ({ place }) => {
  for (const [what, end] of ends) {
    test(`is cut when ${what}, on either of two instances`, async () => {
      const at = await place()
      await using one = await startServer(at)
      await using other = await startServer(at)
      const bytes = randomBytes(long)
      const sent = await uploadAsAda(one, bytes)
      const { id } = sent.file
      const downloads = await Promise.all(
        [one, other].flatMap(({ baseUrl }) =>
          withTicketOrNot.map(async ([, address]) => beginSlowDownload(await address(baseUrl, id))),
        ),
      )
      await end(one, id, sent)
      for (const { status, body } of await Promise.all(downloads.map(({ goOn }) => goOn()))) {
        assert.equal(status, 200)
        assert.ok(body.length < bytes.length, `${body.length} bytes came`)
        assert.ok(body.equals(bytes.subarray(0, body.length)))
      }
      // Blobs that went under a running download are no damage.
      assert.deepEqual(await one.services.database.selectFrom('alarms').selectAll().execute(), [])
    })
  }

  test('goes on when the end of its transfer is moved to a few minutes ahead, without a ticket', async (context) => {
    mock.timers.enable({ apis: ['setInterval'] })
    context.after(() => mock.timers.reset())
    await using server = await startServer(await place())
    const { database, clock } = server.services
    const bytes = randomBytes(held)
    const file = await uploadInSegments(server, bytes, 10_000_000, { expiresIn: '3h' })
    const download = await beginSlowDownload(await plainUrl(server.baseUrl, file.id))
    const { id } = await transferOf(database, file.id)
    await moveEndTo(server.services, id, clock.now() + 2 * MINUTE)
    mock.timers.tick(20_000)
    // The first tick enters a row, whose commit takes a moment.
    await until(
      async () => (await database.selectFrom('reservations').select('until').execute()).length === 1,
    )
    server.clock.advance(2.5 * MINUTE)
    await server.sweep()
    await server.sweep()
    assert.equal((await fetch(`${server.baseUrl}/api/files/info/${file.id}`)).status, 410)
    const { body } = await download.goOn({ fast: true })
    assert.ok(body.equals(bytes), `${body.length} of ${bytes.length} bytes came`)
    await isCounted(server)
  })

  for (const [what, address] of withTicketOrNot) {
    test(`goes on when its transfer has another end and is over in its first seconds, ${what}`, async (context) => {
      mock.timers.enable({ apis: ['setInterval'] })
      context.after(() => mock.timers.reset())
      await using server = await startServer(await place())
      const { database, blobs, clock } = server.services
      const bytes = randomBytes(held)
      const file = await uploadInSegments(server, bytes, 10_000_000, { expiresIn: '3h' })
      const download = await beginSlowDownload(await address(server.baseUrl, file.id))
      await moveEndTo(server.services, (await transferOf(database, file.id)).id, clock.now() + 5_000)
      server.clock.advance(10_000)
      await server.sweep()
      assert.equal((await fetch(`${server.baseUrl}/api/files/info/${file.id}`)).status, 410)
      mock.timers.tick(20_000)
      // Whether it is held now shows in what later sweeps leave.
      await until(
        async () => (await database.selectFrom('reservations').select('until').execute()).length === 1,
      )
      server.clock.advance(2.5 * MINUTE)
      mock.timers.tick(20_000)
      await until(async () =>
        (await database.selectFrom('reservations').select('until').execute()).every(
          ({ until: end }) => (end ?? 0) > clock.now() + 2.5 * MINUTE,
        ),
      )
      server.clock.advance(2 * MINUTE)
      await server.sweep()
      const { body } = await download.goOn({ fast: true })
      assert.ok(body.equals(bytes), `${body.length} of ${bytes.length} bytes came`)
      await isCounted(server)
      server.clock.advance(3 * MINUTE)
      await server.sweep()
      assert.deepEqual(await Array.fromAsync(blobs.default.list(Date.now() + HOUR)), [])
    })
  }

  for (const [what, address] of [...withTicketOrNot, ['with one used before', usedTicketUrl]] as const) {
    for (const before of [30 * MINUTE, 5 * MINUTE]) {
      test(`goes on when its transfer expires, ${before / MINUTE} minutes after it began, ${what}`, async (context) => {
        // The clock of the test moves at once, and so must what happens every few seconds of a download.
        mock.timers.enable({ apis: ['setInterval'] })
        context.after(() => mock.timers.reset())
        await using server = await startServer(await place())
        const { database, blobs, clock } = server.services
        const bytes = randomBytes(held)
        const file = await uploadInSegments(server, bytes, 10_000_000, { expiresIn: '1h' })
        server.clock.advance(HOUR - before)
        const download = await beginSlowDownload(await address(server.baseUrl, file.id))
        const kept = async () => {
          const rows = await database.selectFrom('reservations').select('until').execute()
          return rows.length === 1 && rows.every(({ until: end }) => (end ?? 0) > clock.now() + 2.5 * MINUTE)
        }
        server.clock.advance(before - 30_000)
        mock.timers.tick(20_000)
        await until(kept)
        server.clock.advance(40_000)
        await server.sweep()
        await server.sweep()
        assert.equal((await fetch(`${server.baseUrl}/api/files/info/${file.id}`)).status, 410)
        mock.timers.tick(20_000)
        await until(kept)
        server.clock.advance(40_000)
        await server.sweep()
        const { status, body } = await download.goOn({ fast: true })
        assert.equal(status, 200)
        assert.ok(body.equals(bytes), `${body.length} of ${bytes.length} bytes came`)
        await isCounted(server)
        server.clock.advance(3 * MINUTE)
        await server.sweep()
        assert.deepEqual(await Array.fromAsync(blobs.default.list(Date.now() + HOUR)), [])
      })
    }
  }

  for (const [what, addressOf] of partsOfTransfers) {
    test(`goes on when its transfer expires, of ${what}`, async (context) => {
      mock.timers.enable({ apis: ['setInterval'] })
      context.after(() => mock.timers.reset())
      await using server = await startServer({ ...(await place()), environment: forNewAccounts })
      const { database, blobs, clock } = server.services
      const parts = [randomBytes(held), randomBytes(held / 2)]
      const url = await addressOf(server, parts)
      const whole = await bytesAt(url)
      server.clock.advance(HOUR - 30 * MINUTE)
      const download = await beginSlowDownload(url)
      const reservations = () => database.selectFrom('reservations').select('until').execute()
      assert.deepEqual(await reservations(), [])
      server.clock.advance(29.5 * MINUTE)
      mock.timers.tick(20_000)
      await until(async () => (await reservations()).some(({ until: end }) => (end ?? 0) > clock.now()))
      server.clock.advance(MINUTE)
      await server.sweep()
      await server.sweep()
      const ends = await database.selectFrom('transfers').select('ended_as').execute()
      assert.ok(ends.every(({ ended_as }) => ended_as === 'expired'))
      const { status, body } = await download.goOn({ fast: true })
      assert.equal(status, 200)
      assert.ok(body.equals(whole), `${body.length} of ${whole.length} bytes came`)
      await until(async () => (await reservations()).length === 0)
      await server.sweep()
      assert.deepEqual(await Array.fromAsync(blobs.default.list(Date.now() + 3 * HOUR)), [])
    })
  }

  for (const [what, address] of withTicketOrNot) {
    test(`goes on when one beside it becomes the last that its transfer allows, ${what}`, async () => {
      await using server = await startServer(await place())
      const { database, blobs } = server.services
      const bytes = randomBytes(held)
      const { ada, file } = await uploadAsAda(server, bytes)
      const params = { ref: (await transferOf(database, file.id)).id }
      await ada.client.call('updateTransfer', { params, body: { downloadLimit: 2 } })
      const [last, beside] = [
        await beginSlowDownload(await address(server.baseUrl, file.id)),
        await beginSlowDownload(await address(server.baseUrl, file.id)),
      ]
      await ada.client.call('updateTransfer', { params, body: { deleteAfterDownload: true } })
      assert.ok((await last.goOn({ fast: true })).body.equals(bytes))
      const info = `${server.baseUrl}/api/files/info/${file.id}`
      await until(async () => (await fetch(info)).status === 410)
      await server.sweep()
      await server.sweep()
      const { body } = await beside.goOn({ fast: true })
      assert.ok(body.equals(bytes), `${body.length} of ${bytes.length} bytes came`)
      const downloads = () => database.selectFrom('transfers').select('downloads').executeTakeFirstOrThrow()
      await until(async () => (await downloads()).downloads === 2)
      server.clock.advance(3 * MINUTE)
      await server.sweep()
      assert.deepEqual(await Array.fromAsync(blobs.default.list(Date.now() + HOUR)), [])
    })
  }
})
