import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { collect } from '#end-to-end/format/bundle-reader.ts'
import { openBundle } from '#end-to-end/format/open-bundle.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { anyone } from '#tests/support/transfers/managed-transfers.ts'
import {
  fetchRange,
  forEveryone,
  openSealed,
  proofFor,
  seal,
  uploadSealed,
} from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { codeOf, downloadCount, sendForm, until } from '#tests/support/transfers/transfers.ts'

const minute = 60_000

function confirm({ client }: TestServer, id: string, ticket: string) {
  return client.call('downloadReceived', { params: { id }, body: { ticket } })
}

forEachDatabase('end-to-end encrypted downloads', ({ place }) => {
  async function start() {
    return startServer({ ...(await place()), environment: forEveryone })
  }

  test('open with the key of the link, by ranges, as often as a reader likes', async () => {
    await using server = await start()
    const bytes = Buffer.alloc(3_000_000, 'abc')
    const sealed = await seal([{ path: 'a/b.txt', bytes }], { title: 'Letters' })
    const { file } = await uploadSealed(server, sealed)
    const opened = await openSealed(server, file.id, sealed.linkKey)
    assert.deepEqual(opened.contentKey, sealed.bundle.contentKey)
    const bundle = await openBundle(nodePrimitives, {
      contentKey: opened.contentKey ?? new Uint8Array(0),
      bundleId: opened.head.bundleId,
      size: opened.file.size,
      async *fetchSealed(start, end) {
        const answer = await fetchRange(opened.url, start, end)
        assert.equal(answer.status, 206)
        yield new Uint8Array(await answer.arrayBuffer())
      },
    })
    assert.equal(bundle.manifest.title, 'Letters')
    const [only] = bundle.manifest.files
    assert.ok(only)
    assert.deepEqual(Buffer.from(await collect(bundle.readFile(only))), bytes)
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    await confirm(server, file.id, opened.ticket)
    await confirm(server, file.id, opened.ticket)
    assert.equal(await downloadCount(server.baseUrl, file.id), 1)
  })

  test('no notice names a file that only its receivers know the name of', async () => {
    await using server = await start()
    const ada = await signUp(server)
    const sealed = await seal([{ path: 'payroll.xlsx', bytes: Buffer.from('secret') }])
    const { file } = await uploadSealed(
      server,
      sealed,
      {},
      { headers: { authorization: `Bearer ${ada.token}` } },
    )
    const { ticket } = await openSealed(server, file.id, sealed.linkKey)
    await confirm(server, file.id, ticket)
    await eventsHandled(server.services)
    const { notifications } = await ada.client.call('notifications', { query: {} })
    assert.deepEqual(
      notifications.map(({ kind, filename }) => [kind, filename]),
      [['downloaded', '']],
    )
  })

  test('a link gives no byte without its key, or the password', async () => {
    await using server = await start()
    const { baseUrl } = server
    const password = 'Gr\u00fc\u00dfe'
    const sealed = await seal(undefined, { password })
    const { file } = await uploadSealed(server, sealed)
    assert.equal(
      await codeOf(await fetch(`${baseUrl}/api/download/${file.id}/file`), 401),
      'LINK_KEY_REQUIRED',
    )
    const ask = (body: Record<string, string>) =>
      server.client.call('downloadTicket', { params: { id: file.id }, body })
    await assert.rejects(ask({}), { code: 'LINK_KEY_REQUIRED' })
    await assert.rejects(ask({ password }), { code: 'LINK_KEY_REQUIRED' })
    await assert.rejects(ask({ proof: toBase64url(nodePrimitives.random(32)) }), {
      code: 'INVALID_FILE_PASSWORD',
    })
    // The hash that the server keeps is no proof.
    await assert.rejects(ask({ proof: sealed.fields.proof }), { code: 'INVALID_FILE_PASSWORD' })
    const info = await server.client.call('fileInfo', { params: { id: file.id } })
    const wrong = await proofFor(info.file.slotHead ?? '', sealed.linkKey, 'Gruesse')
    await assert.rejects(ask({ proof: wrong }), { code: 'INVALID_FILE_PASSWORD' })
    const { contentKey } = await openSealed(server, file.id, sealed.linkKey, password)
    assert.deepEqual(contentKey, sealed.bundle.contentKey)
  })

  test('wrong proofs are throttled as passwords are, and where there is no password for their address only', async () => {
    for (const [password, code] of [
      [undefined, 201],
      ['a password', 'RATE_LIMITED'],
    ] as const) {
      await using server = await startServer({
        ...(await place()),
        environment: { ...forEveryone, TRUSTED_PROXIES: '127.0.0.1' },
      })
      const sealed = await seal(undefined, password === undefined ? {} : { password })
      const { file } = await uploadSealed(server, sealed)
      const info = await server.client.call('fileInfo', { params: { id: file.id } })
      const ask = async (proof: string, address: string) => {
        const answer = await fetch(`${server.baseUrl}/api/download/${file.id}/ticket`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ proof }),
        })
        return answer.status === 201 ? 201 : codeOf(answer, answer.status)
      }
      const wrong = toBase64url(nodePrimitives.random(32))
      const tries: unknown[] = []
      for (let n = 0; n < 6; n += 1) tries.push(await ask(wrong, '203.0.113.1'))
      assert.deepEqual(tries, [...Array(5).fill('INVALID_FILE_PASSWORD'), 'RATE_LIMITED'])
      for (let n = 0; n < 15; n += 1) await ask(wrong, `203.0.113.${10 + n}`)
      const right = await proofFor(info.file.slotHead ?? '', sealed.linkKey, password)
      assert.equal(await ask(right, '203.0.113.99'), code)
    }
  })

  test('a small bundle of a limited link counts with its first byte, and its ticket goes on reading', async () => {
    await using server = await start()
    const sealed = await seal()
    const { file } = await uploadSealed(server, sealed, { downloadLimit: '1' })
    const { url } = await openSealed(server, file.id, sealed.linkKey)
    assert.equal((await fetchRange(url, 0, 100)).status, 206)
    // Nobody else gets it, and this one goes on.
    await assert.rejects(openSealed(server, file.id, sealed.linkKey), { code: 'DOWNLOAD_BUSY' })
    assert.equal((await fetchRange(url, 0, 20_000)).status, 206)
    // The count is entered a moment after the answer.
    const running = server.services.database.selectFrom('reservations').where('running', '=', 1)
    await until(async () => (await running.selectAll().execute()).length === 0)
    server.clock.advance(11 * minute)
    await server.sweep()
    await assert.rejects(openSealed(server, file.id, sealed.linkKey), { code: 'LINK_USED_UP' })
  })

  test('a text that is shown once is gone when its reader says that it has arrived', async () => {
    await using server = await start()
    const sealed = await seal([], { text: 'a secret' })
    const { file } = await uploadSealed(server, sealed, { deleteAfterDownload: 'true' })
    const { url, ticket } = await openSealed(server, file.id, sealed.linkKey)
    assert.equal((await fetchRange(url, 0, 20_000)).status, 206)
    await confirm(server, file.id, ticket)
    await assert.rejects(openSealed(server, file.id, sealed.linkKey), { code: 'FILE_DELETED' })
    assert.deepEqual(await server.services.database.selectFrom('end_to_end_slots').selectAll().execute(), [])
  })

  test('a download that is confirmed without a place takes none of a limited link', async () => {
    await using server = await start()
    const sealed = await seal([{ path: 'a', bytes: Buffer.alloc(2 ** 21) }])
    const { file } = await uploadSealed(server, sealed, { downloadLimit: '1' })
    const first = await openSealed(server, file.id, sealed.linkKey)
    const second = await openSealed(server, file.id, sealed.linkKey)
    await confirm(server, file.id, second.ticket)
    assert.equal((await fetchRange(first.url, 0, 100)).status, 206)
    await confirm(server, file.id, second.ticket)
    assert.equal(await downloadCount(server.baseUrl, file.id), 0)
    await confirm(server, file.id, first.ticket)
    await assert.rejects(openSealed(server, file.id, sealed.linkKey), { code: 'LINK_USED_UP' })
    await assert.rejects(confirm(server, file.id, 'another'), { code: 'LINK_USED_UP' })
  })

  test('what the server would have to read or write inside is refused', async () => {
    await using server = await start()
    const { baseUrl } = server
    const sealed = await seal()
    const { file, transfer, manageUrl } = await uploadSealed(server, sealed)
    const { ticket } = await openSealed(server, file.id, sealed.linkKey)
    for (const path of ['members', 'members/0', 'members/0/preview', 'members/0/thumbnail']) {
      const answer = await fetch(`${baseUrl}/api/download/${file.id}/${path}?ticket=${ticket}`)
      assert.equal(await codeOf(answer, 409), 'NOT_FOR_END_TO_END', path)
      assert.equal((await fetch(`${baseUrl}/api/download/${file.id}/${path}`)).status, 409, path)
    }
    const headers = { 'x-manage-token': new URL(manageUrl).hash.slice(1) }
    const manage = anyone(server)
    const params = { ref: transfer.ref }
    const code = { code: 'NOT_FOR_END_TO_END' }
    for (const body of [{ title: 'Letters' }, { description: 'Two lines' }])
      await assert.rejects(manage.call('updateTransfer', { params, headers, body }), code)
    await assert.rejects(
      manage.call('changeTransferPassword', { params, headers, body: { next: 'x' } }),
      code,
    )
    const form = new FormData()
    form.append('file', new Blob(['x']), 'b.txt')
    const url = `${baseUrl}/api/transfers/${transfer.ref}/files`
    const added = await fetch(url, { method: 'POST', headers, body: form })
    assert.equal(await codeOf(added, 409), 'NOT_FOR_END_TO_END')
    await manage.call('updateTransfer', { params, headers, body: { downloadLimit: 5 } })
    const plain = await sendForm(baseUrl, [{ name: 'file', bytes: new Uint8Array(5), filename: 'a' }])
    assert.equal(plain.status, 201)
  })
})
