import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import {
  anyone,
  managed,
  type SentTransfer,
  sendTransfer,
} from '#tests/support/transfers/managed-transfers.ts'
import { fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { fetchOnce, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const hello = Buffer.from('hello')

forEachDatabase('the links of a transfer that is deleted after its download', ({ place }) => {
  test('end a transfer that is deleted after its download when the last that is open is over by time', async () => {
    await using server = await startServer(await place())
    const fields = { deleteAfterDownload: 'true' }
    const client = anyone(server)
    const { database, blobs } = server.services
    const minutes = [10, 20, 30]
    const [downloaded, unread, open] = [
      await sendTransfer(server, randomBytes(100_000), { fields }),
      await sendTransfer(server, hello, { fields }),
      await sendTransfer(server, hello, { fields }),
    ]
    for (const { ref, headers } of [downloaded, unread, open])
      for (const minute of minutes) {
        const expiresAt = new Date(server.clock.now() + minute * 60_000).toISOString()
        await client.call('addLink', { params: { ref }, headers, body: { expiresAt } })
      }
    await client.call('addLink', { params: { ref: open.ref }, headers: open.headers, body: {} })
    for (const { linkId } of [downloaded, open]) {
      assert.equal(await fetchOnce(server, linkId), 'complete')
      await until(async () => (await fetchOnce(server, linkId)) === 'LINK_USED_UP')
    }
    const stateOf = async ({ ref }: SentTransfer) =>
      (await database.selectFrom('transfers').select('state').where('id', '=', ref).executeTakeFirstOrThrow())
        .state
    for (const minute of minutes) {
      await server.sweep()
      assert.equal(await stateOf(downloaded), 'ready', `before ${minute} minutes`)
      server.clock.advance(10 * 60_000)
    }
    await server.sweep()
    assert.deepEqual(
      [await stateOf(downloaded), await stateOf(unread), await stateOf(open)],
      ['ended', 'ready', 'ready'],
    )
    assert.equal(await fetchOnce(server, downloaded.linkId), 'FILE_DELETED')
    assert.equal(await fetchOnce(server, unread.linkId), 'complete')
    const slots = await database
      .selectFrom('slots')
      .selectAll()
      .where('transfer_id', '=', downloaded.ref)
      .execute()
    assert.deepEqual(slots, [])
    assert.deepEqual(await Array.fromAsync(blobs.default.list(Date.now() + HOUR)), [])
  })

  test('have one more download each once their transfer is to be deleted after it, be they used up or not', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const sent = await sendTransfer(server, hello, { fields: { downloadLimit: '1' } })
    const { ref, linkId, headers } = sent
    const { link } = await client.call('addLink', { params: { ref }, headers, body: { downloadLimit: 5 } })
    for (const id of [linkId, link.id]) assert.equal(await fetchOnce(server, id), 'complete')
    await until(async () => (await managed(server, sent)).downloads === 2)
    assert.equal(await fetchOnce(server, linkId), 'LINK_USED_UP')
    const body = { deleteAfterDownload: true }
    const { transfer } = await client.call('updateTransfer', { params: { ref }, headers, body })
    assert.deepEqual(
      transfer?.links.map(({ downloadLimit, downloads }) => [downloadLimit, downloads]),
      [
        [2, 1],
        [2, 1],
      ],
    )
    assert.equal(await fetchOnce(server, link.id), 'complete')
    await until(async () => (await fetchOnce(server, link.id)) === 'LINK_USED_UP')
    assert.equal(await fetchOnce(server, linkId), 'complete')
    await until(async () => (await fetchOnce(server, linkId)) === 'FILE_DELETED')
  })

  test('that are all revoked or over end their transfer, if it was downloaded, once it is to be deleted after that', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const became = []
    for (const isDownloaded of [true, false]) {
      const sent = await sendTransfer(server, hello)
      const { ref, linkId, headers } = sent
      if (isDownloaded) {
        assert.equal(await fetchOnce(server, linkId), 'complete')
        await until(async () => (await managed(server, sent)).downloads === 1)
      }
      await client.call('revokeLink', { params: { ref, id: linkId }, headers })
      const body = { deleteAfterDownload: true }
      const { transfer } = await client.call('updateTransfer', { params: { ref }, headers, body })
      became.push([transfer?.filename, await fetchOnce(server, linkId)])
    }
    assert.deepEqual(became, [
      [undefined, 'FILE_DELETED'],
      ['plan.txt', 'LINK_REVOKED'],
    ])
  })

  test('end it when the last that was left is revoked, and the answer says that there is no transfer any more', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const sent = await sendTransfer(server, hello, { fields: { deleteAfterDownload: 'true' } })
    const { ref, linkId, headers } = sent
    const [read, unread] = [
      await client.call('addLink', { params: { ref }, headers, body: {} }),
      await client.call('addLink', { params: { ref }, headers, body: {} }),
    ]
    assert.equal(await fetchOnce(server, read.link.id), 'complete')
    await until(async () => (await managed(server, sent)).downloads === 1)
    const revoke = (id: string) => client.call('revokeLink', { params: { ref, id }, headers })
    assert.equal((await revoke(linkId)).transfer?.filename, 'plan.txt')
    assert.deepEqual(await revoke(unread.link.id), { success: true, transfer: null })
    assert.equal(await fetchOnce(server, unread.link.id), 'FILE_DELETED')
  })

  test('end their transfer for good when the same call was to move its end', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const sent = await sendTransfer(server, hello)
    const { ref, linkId, headers } = sent
    assert.equal(await fetchOnce(server, linkId), 'complete')
    await until(async () => (await managed(server, sent)).downloads === 1)
    await client.call('revokeLink', { params: { ref, id: linkId }, headers })
    const expiresAt = new Date(server.clock.now() + 10 * 60_000).toISOString()
    const body = { deleteAfterDownload: true, expiresAt }
    await client.call('updateTransfer', { params: { ref }, headers, body })
    const row = await server.services.database
      .selectFrom('transfers')
      .select(['state', 'sealed_life_key'])
      .where('id', '=', ref)
      .executeTakeFirstOrThrow()
    assert.deepEqual([row.state, row.sealed_life_key.length], ['ended', 0])
  })

  test('that are used up while their transfer is disabled end it once that is restored', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const admin = await signUpAdmin(server)
    const client = anyone(server)
    const sent = await sendTransfer(server, hello, { fields: { deleteAfterDownload: 'true' } })
    const { ref, linkId, headers } = sent
    const expiresAt = new Date(server.clock.now() + 5 * 60_000).toISOString()
    await client.call('addLink', { params: { ref }, headers, body: { expiresAt } })
    assert.equal(await fetchOnce(server, linkId), 'complete')
    await until(async () => (await managed(server, sent)).downloads === 1)
    const { number } = await reportLink(server, sent.reply.file.downloadUrl, '192.0.2.1')
    await admin.client.call('disableReported', { params: { n: number } })
    server.clock.advance(6 * 60_000)
    await server.sweep()
    assert.equal(await fetchOnce(server, linkId), 'TRANSFER_DISABLED')
    await admin.client.call('restoreReported', { params: { n: number } })
    assert.equal(await fetchOnce(server, linkId), 'FILE_DELETED')
    const { slots } = await server.services.database
      .selectFrom('slots')
      .select(({ fn }) => fn.countAll<number>().as('slots'))
      .executeTakeFirstOrThrow()
    assert.equal(slots, 0)
  })
})
