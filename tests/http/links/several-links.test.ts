import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { linkRow } from '#tests/support/databases/transfer-rows.ts'
import { download } from '#tests/support/server/backups.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import {
  anyone,
  managed,
  type SentTransfer,
  sendTransfer,
} from '#tests/support/transfers/managed-transfers.ts'
import { codeOf, downloadCount, fetchOnce, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const hello = Buffer.from('hello')

async function infoOf(server: TestServer, id: string) {
  return (await anyone(server).call('fileInfo', { params: { id } })).file
}

forEachDatabase('the links of a transfer', ({ place }) => {
  test('are added with a label, a limit and an end of their own', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const sent = await sendTransfer(server, hello)
    const params = { ref: sent.ref }
    const expiresAt = new Date(server.clock.now() + HOUR).toISOString()
    const { link, transfer } = await client.call('addLink', {
      params,
      headers: sent.headers,
      body: { label: '  For  Ines ', downloadLimit: 1, expiresAt },
    })
    assert.partialDeepStrictEqual(link, {
      kind: 'extra',
      label: 'For Ines',
      downloadLimit: 1,
      downloads: 0,
      expiresAt,
      revokedAt: null,
    })
    assert.deepEqual(
      transfer.links.map(({ id }) => id),
      [sent.linkId, link.id],
    )
    const info = await infoOf(server, link.id)
    assert.equal(info.expiresAt, expiresAt)
    assert.equal(info.downloadsLeft, 1)
    assert.equal(await (await download(server, link.id)).text(), 'hello')
    await until(async () => (await managed(server, sent)).downloads === 1)
    assert.equal(await codeOf(await download(server, link.id), 410), 'LINK_USED_UP')
    const after = await managed(server, sent)
    assert.equal(after.links[1]?.downloads, 1)
    assert.notEqual(after.links[1]?.openedAt, null)
    assert.equal(after.links[0]?.openedAt, null)
    const changed = await client.call('updateLink', {
      params: { ...params, id: link.id },
      headers: sent.headers,
      body: { downloadLimit: 2, label: null, expiresAt: null },
    })
    assert.partialDeepStrictEqual(changed.transfer.links[1], {
      label: null,
      downloadLimit: 2,
      expiresAt: null,
    })
    assert.equal(await (await download(server, link.id)).text(), 'hello')
    server.clock.advance(2 * HOUR)
    assert.equal(await (await download(server, sent.linkId)).text(), 'hello')
  })

  test('are limited from the start, by a number that is one, and not another where the transfer is deleted', async () => {
    await using server = await startServer(await place())
    const { linkId } = await sendTransfer(server, hello, { fields: { downloadLimit: '1000' } })
    assert.equal((await infoOf(server, linkId)).downloadsLeft, 1000)
    const both = await sendTransfer(server, hello, {
      fields: { downloadLimit: '1', deleteAfterDownload: 'true' },
    })
    assert.equal((await infoOf(server, both.linkId)).downloadsLeft, 1)
    for (const fields of [
      { downloadLimit: '0' },
      { downloadLimit: '1001' },
      { downloadLimit: 'many' },
      { downloadLimit: '2', deleteAfterDownload: 'true' },
    ])
      await assert.rejects(sendTransfer(server, hello, { fields }), /VALIDATION_ERROR/)
  })

  test('are at most 200', async () => {
    await using server = await startServer(await place())
    const { ref, headers } = await sendTransfer(server, hello)
    const { database } = server.services
    const transfer = await database.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 198 }, () => linkRow(transfer, { kind: 'extra' }))
    await database.insertInto('links').values(rows).execute()
    const add = () => anyone(server).call('addLink', { params: { ref }, headers, body: {} })
    const results = await Promise.allSettled([add(), add(), add()])
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(add(), { code: 'TOO_MANY_LINKS' })
  })

  test('that are revoked open nothing, on any instance, and cut what runs; the others go on', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using two = await startServer(at)
    const bytes = randomBytes(40_000_000)
    const sent = await sendTransfer(one, bytes)
    const { ref, headers } = sent
    const { link } = await anyone(one).call('addLink', { params: { ref }, headers, body: {} })
    const [cut, whole] = await Promise.all([
      beginSlowDownload(await ticketUrl(two.baseUrl, link.id)),
      beginSlowDownload(await ticketUrl(two.baseUrl, sent.linkId)),
    ])
    await anyone(one).call('revokeLink', { params: { ref, id: link.id }, headers })
    const [broken, complete] = await Promise.all([cut.goOn(), whole.goOn({ fast: true })])
    assert.ok(broken.body.length < bytes.length)
    assert.ok(complete.body.equals(bytes))
    for (const server of [one, two])
      assert.equal(await codeOf(await download(server, link.id), 410), 'LINK_REVOKED')
    const again = await anyone(two).call('revokeLink', { params: { ref, id: link.id }, headers })
    assert.equal(again.transfer?.events.filter(({ kind }) => kind === 'link-revoked').length, 1)
    await assert.rejects(
      anyone(one).call('updateLink', { params: { ref, id: link.id }, headers, body: { label: 'a' } }),
      { code: 'LINK_REVOKED' },
    )
  })

  test('are changed one by one: an id that begins another touches one row, and another transfer’s link none', async () => {
    await using server = await startServer(await place())
    const { database } = server.services
    const [mine, other] = [await sendTransfer(server, hello), await sendTransfer(server, hello)]
    const rows = await database.selectFrom('transfers').selectAll().execute()
    for (const transfer of rows) {
      // Those of the other are longer than an id is.
      const more = transfer.id === mine.ref ? [''] : ['A', '%']
      const links = more.map((end) => linkRow(transfer, { id: `${'A'.repeat(22)}${end}`, kind: 'extra' }))
      await database.insertInto('links').values(links).execute()
    }
    const call = (id: string) =>
      anyone(server).call('updateLink', {
        params: { ref: mine.ref, id },
        headers: mine.headers,
        body: { label: 'this one' },
      })
    await call('A'.repeat(22))
    await anyone(server).call('revokeLink', {
      params: { ref: mine.ref, id: 'A'.repeat(22) },
      headers: mine.headers,
    })
    const links = await database.selectFrom('links').select(['id', 'label', 'revoked_at']).execute()
    assert.deepEqual(
      links.filter(({ label, revoked_at }) => label !== null || revoked_at !== null).map(({ id }) => id),
      ['A'.repeat(22)],
    )
    await assert.rejects(call(other.linkId), { code: 'LINK_NOT_FOUND' })
    await assert.rejects(call('B'.repeat(22)), { code: 'LINK_NOT_FOUND' })
  })

  test('limited to three let three of fifty downloads at once complete, on two instances', async () => {
    const at = await place()
    const environment = { RATE_LIMITS: 'off' }
    await using one = await startServer({ ...at, environment })
    await using two = await startServer({ ...at, environment })
    const { ref, linkId, headers } = await sendTransfer(one, randomBytes(100_000))
    await anyone(one).call('updateTransfer', { params: { ref }, headers, body: { downloadLimit: 3 } })
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => fetchOnce(index % 2 === 0 ? one : two, linkId)),
    )
    assert.equal(results.filter((result) => result === 'complete').length, 3)
    for (const result of results) assert.match(result, /^(complete|DOWNLOAD_BUSY|LINK_USED_UP)$/)
    await until(async () => (await managed(one, { ref, headers } as SentTransfer)).downloads === 3)
    assert.equal(await fetchOnce(two, linkId), 'LINK_USED_UP')
  })

  test('with a limit lowered below the count say that they are used up, until it is raised', async () => {
    await using server = await startServer(await place())
    const { ref, linkId, headers } = await sendTransfer(server, hello)
    for (let count = 1; count <= 2; count += 1) {
      assert.equal(await fetchOnce(server, linkId), 'complete')
      await until(async () => (await downloadCount(server.baseUrl, linkId)) === count)
    }
    const limit = (downloadLimit: number | null) =>
      anyone(server).call('updateTransfer', { params: { ref }, headers, body: { downloadLimit } })
    await limit(1)
    const used = await fetch(`${server.baseUrl}/api/files/info/${linkId}`)
    assert.partialDeepStrictEqual(JSON.parse(await used.text()), {
      code: 'LINK_USED_UP',
      message: 'The allowed downloads have been used.',
    })
    await limit(3)
    assert.equal(await fetchOnce(server, linkId), 'complete')
    await until(async () => (await fetchOnce(server, linkId)) === 'LINK_USED_UP')
    await limit(null)
    assert.equal(await fetchOnce(server, linkId), 'complete')
  })

  test('have one download each where the transfer is deleted after it, and it ends with the last', async () => {
    await using server = await startServer(await place())
    const sent = await sendTransfer(server, hello)
    const { ref, linkId, headers } = sent
    const client = anyone(server)
    const { link } = await client.call('addLink', { params: { ref }, headers, body: {} })
    const body = { deleteAfterDownload: true }
    const { transfer } = await client.call('updateTransfer', { params: { ref }, headers, body })
    assert.deepEqual(
      transfer?.links.map(({ downloadLimit }) => downloadLimit),
      [1, 1],
    )
    await assert.rejects(
      client.call('updateTransfer', { params: { ref }, headers, body: { downloadLimit: 5 } }),
      { code: 'VALIDATION_ERROR' },
    )
    const third = await client.call('addLink', { params: { ref }, headers, body: {} })
    assert.equal(third.link.downloadLimit, 1)
    const limit = (downloadLimit: number | null) =>
      client.call('updateLink', { params: { ref, id: link.id }, headers, body: { downloadLimit } })
    for (const other of [null, 5]) await assert.rejects(limit(other), { code: 'VALIDATION_ERROR' })
    assert.equal((await limit(1)).transfer.links[1]?.downloadLimit, 1)
    await client.call('revokeLink', { params: { ref, id: third.link.id }, headers })
    assert.equal(await fetchOnce(server, linkId), 'complete')
    await until(async () => (await managed(server, sent)).downloads === 1)
    assert.equal(await fetchOnce(server, linkId), 'LINK_USED_UP')
    assert.equal(await fetchOnce(server, link.id), 'complete')
    await until(async () => (await fetchOnce(server, link.id)) === 'FILE_DELETED')
  })
})
