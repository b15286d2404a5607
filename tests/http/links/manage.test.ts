import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manageTokenHeader } from '#contract/headers.ts'
import { uploadReply } from '#contract/transfers/files.ts'
import { signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { download } from '#tests/support/server/backups.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { anyone, managed, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { startMailingServer } from '#tests/support/transfers/recipients.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const hello = Buffer.from('hello')

function inTime(server: TestServer, ahead: number): string {
  return new Date(server.clock.now() + ahead).toISOString()
}

forEachDatabase('a transfer, after sending,', ({ place }) => {
  test('is managed with its manage link, whose secret is nowhere but in the fragment', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const sent = await sendTransfer(server, hello, {
      fields: { title: 'Plans', description: 'Have a look.' },
    })
    const url = new URL(sent.reply.manageUrl)
    assert.equal(url.pathname, `/manage/${sent.linkId}`)
    assert.match(sent.token, /^[\w-]{43}$/)
    const { ref } = await client.call('manageSession', { body: { id: sent.linkId, token: sent.token } })
    assert.equal(ref, sent.ref)
    const { transfer } = await client.call('managedTransfer', { params: { ref }, headers: sent.headers })
    assert.partialDeepStrictEqual(transfer, {
      ref,
      linkId: sent.linkId,
      version: 1,
      title: 'Plans',
      description: 'Have a look.',
      passwordProtected: false,
      deleteAfterDownload: false,
      owned: false,
      downloads: 0,
      files: [{ position: 0, filename: 'plan.txt', size: 5 }],
    })
    assert.equal(transfer.links.length, 1)
    assert.partialDeepStrictEqual(transfer.links[0], {
      id: sent.linkId,
      kind: 'main',
      downloads: 0,
      openedAt: null,
    })
    assert.deepEqual(
      transfer.events.map(({ kind }) => kind),
      ['created'],
    )
  })

  test('is opened by those whom it was sent to, and not by its sender', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const sent = await sendTransfer(server, hello, { headers: { authorization: `Bearer ${ada.token}` } })
    const params = { id: sent.linkId }
    assert.equal((await ada.client.call('fileInfo', { params })).file.isOwner, true)
    server.clock.advance(HOUR)
    const later = inTime(server, 0)
    await anyone(server).call('fileInfo', { params })
    const mainLink = async () => (await managed(server, sent)).links[0]
    await until(async () => (await mainLink())?.openedAt !== null)
    assert.ok(((await mainLink())?.openedAt ?? '') >= later)
  })

  test('counts what was sent together, though it is one ZIP', async () => {
    await using server = await startServer(await place())
    const body = new FormData()
    for (const name of ['one.txt', 'two.txt', 'three.txt']) body.append('files', new Blob([name]), name)
    const answer = await fetch(`${server.baseUrl}/api/files/upload-multiple`, { method: 'POST', body })
    const { manageUrl, transfer: sent } = uploadReply.parse(await answer.json())
    const headers = { [manageTokenHeader]: new URL(manageUrl).hash.slice(1) }
    const { transfer } = await anyone(server).call('managedTransfer', { params: { ref: sent.ref }, headers })
    assert.deepEqual([transfer.files.length, transfer.fileCount], [1, 3])
  })

  test('is renamed, limited and given another end', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const { ref, linkId, headers } = await sendTransfer(server, hello)
    const params = { ref }
    const expiresAt = inTime(server, 20 * HOUR)
    const { transfer } = await client.call('updateTransfer', {
      params,
      headers,
      body: { title: ' New  name ', description: 'Read it.\r\nTwice.', expiresAt, downloadLimit: 5 },
    })
    assert.partialDeepStrictEqual(transfer, {
      version: 2,
      title: 'New name',
      description: 'Read it.\nTwice.',
      expiresAt,
      links: [{ downloadLimit: 5 }],
    })
    const { file } = await client.call('fileInfo', { params: { id: linkId } })
    assert.partialDeepStrictEqual(file, { title: 'New name', expiresAt, downloadsLeft: 5, files: 1 })
    const changed = await client.call('updateTransfer', {
      params,
      headers,
      body: { title: null, description: '', downloadLimit: null },
    })
    assert.partialDeepStrictEqual(changed.transfer, { title: null, description: null, expiresAt })
    assert.deepEqual(changed.transfer?.events.map(({ kind }) => kind).toSorted(), [
      'created',
      'end-moved',
      'limit-changed',
      'limit-changed',
      'message-changed',
      'message-changed',
      'renamed',
      'renamed',
    ])
    const { file: after } = await client.call('fileInfo', { params: { id: linkId } })
    assert.equal(after.downloadsLeft, undefined)
  })

  test('belongs to its manage token, its owner and administrators, and to nobody else', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const [root, ada, bob] = [await signUpAdmin(server), await signUp(server), await signUp(server, 'bob')]
    const mine = await sendTransfer(server, hello, { headers: { authorization: `Bearer ${ada.token}` } })
    const other = await sendTransfer(server, hello)
    const params = { ref: mine.ref }
    await assert.rejects(client.call('managedTransfer', { params }), { code: 'AUTHENTICATION_REQUIRED' })
    await assert.rejects(bob.client.call('managedTransfer', { params }), { code: 'FILE_NOT_FOUND' })
    await assert.rejects(client.call('managedTransfer', { params, headers: other.headers }), {
      code: 'INVALID_MANAGE_TOKEN',
    })
    await assert.rejects(client.call('manageSession', { body: { id: mine.linkId, token: other.token } }), {
      code: 'INVALID_MANAGE_TOKEN',
    })
    await ada.client.call('updateTransfer', { params, body: { title: 'Mine' } })
    await root.client.call('updateTransfer', { params, body: { title: 'Ours' } })
    await bob.client.call('updateTransfer', { params, headers: mine.headers, body: { title: 'Theirs' } })
    const { entries } = await root.client.call('auditLog', { query: { filter: 'file' } })
    assert.deepEqual(
      entries.map(({ act, actor, subject }) => [act, actor?.name, subject?.id]),
      [
        ['file.changed', 'root', mine.ref],
        ['file.changed', 'ada', mine.ref],
      ],
    )
  })

  test('ends with DELETE, and with its deletion link as before', async () => {
    await using server = await startServer(await place())
    const [one, other] = [await sendTransfer(server, hello), await sendTransfer(server, hello)]
    await anyone(server).call('deleteTransfer', { params: { ref: one.ref }, headers: one.headers })
    assert.equal(await codeOf(await download(server, one.linkId), 410), 'FILE_DELETED')
    await assert.rejects(
      anyone(server).call('managedTransfer', { params: { ref: one.ref }, headers: one.headers }),
      { code: 'FILE_DELETED' },
    )
    const token = new URL(other.reply.file.deletionUrl).hash.slice(1)
    const gone = await fetch(`${server.baseUrl}/api/files/${other.linkId}`, {
      method: 'DELETE',
      headers: { 'x-deletion-token': token },
    })
    assert.equal(gone.status, 200)
    assert.equal(await codeOf(await download(server, other.linkId), 410), 'FILE_DELETED')
  })

  test('is not prolonged beyond what its owner may choose, nor beyond LONGEST_LIFE', async () => {
    await using server = await startServer({ ...(await place()), environment: { LONGEST_LIFE: '31d' } })
    server.clock.freeze()
    const client = anyone(server)
    const ada = await signUp(server)
    const { ref, headers } = await sendTransfer(server, hello)
    const move = (expiresAt: string) =>
      client.call('updateTransfer', { params: { ref }, headers, body: { expiresAt } })
    await assert.rejects(move(inTime(server, -1)), { code: 'VALIDATION_ERROR' })
    await assert.rejects(move(inTime(server, 40 * DAY)), { code: 'VALIDATION_ERROR' })
    await assert.rejects(move(inTime(server, 2 * DAY)), { code: 'PRO_SUBSCRIPTION_REQUIRED' })
    const { transfer } = await client.call('managedTransfer', { params: { ref }, headers })
    // Offered as at the upload: 12 hours to a guest, who may name up to a day.
    assert.equal(transfer.longestExpiry, inTime(server, 12 * HOUR))
    await move(inTime(server, 20 * HOUR))
    await server.services.database.updateTable('users').set({ is_pro: 1 }).execute()
    const pros = await sendTransfer(server, hello, { headers: { authorization: `Bearer ${ada.token}` } })
    const params = { ref: pros.ref }
    await ada.client.call('updateTransfer', { params, body: { expiresAt: inTime(server, 30 * DAY) } })
    server.clock.advance(2 * DAY)
    const late = (ahead: number) =>
      client.call('updateTransfer', {
        params,
        headers: pros.headers,
        body: { expiresAt: inTime(server, ahead) },
      })
    // Within what may be chosen for a new one, and too long after the upload.
    await assert.rejects(late(30 * DAY), { code: 'VALIDATION_ERROR' })
    await late(29 * DAY)
  })

  test('is neither extended nor given more downloads by an account that is over its storage', async () => {
    const at = await place()
    const sizes = (size: string) => ({ FREE_FILE_SIZE: size, FREE_TRANSFER_SIZE: size })
    const params = { ref: '' }
    {
      await using server = await startServer({ ...at, environment: sizes('2MB') })
      const ada = await signUp(server)
      await server.services.database.updateTable('users').set({ storage_limit: 2_000_000 }).execute()
      const headers = { authorization: `Bearer ${ada.token}` }
      const fields = { downloadLimit: '3' }
      const sent = await sendTransfer(server, Buffer.alloc(1_500_000), { headers, fields })
      params.ref = sent.ref
      await server.services.database.updateTable('users').set({ storage_limit: 1_000_000 }).execute()
    }
    await using server = await startServer({ ...at, environment: sizes('1MB') })
    const { client } = await signIn(server, 'ada')
    const { transfer } = await client.call('managedTransfer', { params })
    const change = (body: { expiresAt?: string; downloadLimit?: number | null }) =>
      client.call('updateTransfer', { params, body })
    const full = { code: 'STORAGE_QUOTA_EXCEEDED' }
    await assert.rejects(change({ expiresAt: inTime(server, 20 * HOUR) }), full)
    await assert.rejects(change({ downloadLimit: 4 }), full)
    await assert.rejects(change({ downloadLimit: null }), full)
    assert.equal((await client.call('managedTransfer', { params })).transfer.version, transfer.version)
    await change({ expiresAt: inTime(server, HOUR), downloadLimit: 2 })
  })

  test('is not changed, claimed or ended by someone who has seen an older version', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const ada = await signUp(server)
    const { ref, headers, token } = await sendTransfer(server, hello)
    const change = (title: string, version: string) =>
      client.call('updateTransfer', {
        params: { ref },
        headers: { ...headers, 'if-match': version },
        body: { title },
      })
    const { transfer } = await change('one', '"1"')
    await assert.rejects(change('two', '"1"'), { code: 'CHANGED_MEANWHILE' })
    await assert.rejects(change('two', 'W/"1"'), { code: 'BAD_REQUEST' })
    assert.equal((await change('three', `"${transfer?.version}"`)).transfer?.title, 'three')
    const claim = (version: string) =>
      ada.client.call('claimTransfer', {
        params: { ref },
        headers: { 'if-match': version },
        body: { manageToken: token, keepManageLink: true },
      })
    await assert.rejects(claim('"2"'), { code: 'CHANGED_MEANWHILE' })
    const { version } = (await claim('"3"')).transfer
    const end = (seen: string) =>
      client.call('deleteTransfer', { params: { ref }, headers: { ...headers, 'if-match': seen } })
    await assert.rejects(end('"3"'), { code: 'CHANGED_MEANWHILE' })
    await assert.rejects(end('3'), { code: 'BAD_REQUEST' })
    await end(`"${version}"`)
    await assert.rejects(client.call('managedTransfer', { params: { ref }, headers }), {
      code: 'FILE_DELETED',
    })
  })

  test('is managed, mailed and deleted so often from one address, and not any number of times', async () => {
    await using server = await startMailingServer(await place())
    const { ref, linkId, token, headers } = await sendTransfer(server, hello)
    const rows = ['manage-call', 'info'].map((kind) => ({
      key: `${kind}:127.0.0.1`,
      free_at: server.clock.now() + HOUR,
    }))
    await server.services.database.insertInto('rate_limits').values(rows).execute()
    const [email, downloadLink] = ['jonas@example.org', `/download/${linkId}`]
    for (const [method, path, body] of [
      ['POST', '/transfers/manage-session', { id: linkId, token }],
      ['GET', `/transfers/${ref}/manage`],
      ['GET', `/transfers/${ref}/receipt`],
      ['POST', `/transfers/${ref}/recipients`, { email }],
      ['POST', `/transfers/${ref}/recipients/${linkId}/remind`, {}],
      ['POST', `/transfers/${ref}/manage-mail`, { email }],
      ['POST', '/files/send-email', { recipientEmail: email, downloadLink }],
      ['DELETE', `/files/${linkId}`, {}],
    ] as const) {
      const call = {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }
      // A call does not wait for a database that takes its time; the next one knows.
      await until(async () => (await fetch(`${server.baseUrl}/api${path}`, call)).status === 429)
    }
  })
})
