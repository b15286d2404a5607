import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { filePassword, keyPassword, lock, makeKey } from '#tests/support/transfers/quantum-files.ts'
import { askTicket, codeOf, downloadCount, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const other = 'told in person'

async function bytesBy(server: TestServer, id: string, password?: string): Promise<Buffer> {
  const answer = await fetch(await ticketUrl(server.baseUrl, id, password))
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

forEachDatabase('a file password, after sending,', ({ engine, place }) => {
  if (engine === 'postgres')
    test('is not removed when the key pair that locks the rest is deleted meanwhile', async () => {
      const at = await place()
      await using server = await startServer(at)
      const ada = await signUp(server)
      await makeKey(ada)
      const { id } = await lock(server, ada, randomBytes(10), { password: filePassword })
      const { files } = await ada.client.call('ownFiles', { query: {} })
      const ref = files.find((file) => file.id === id)?.ref ?? ''
      const change = () =>
        ada.client.call('changeTransferPassword', {
          params: { ref },
          body: { current: filePassword, next: null },
        })
      const codes = await meet(
        at,
        'audit_log',
        () => ada.client.call('deleteKey', { params: { algorithm: 'ml-kem768' } }),
        () => [change()],
      )
      assert.deepEqual(codes, ['CHANGED_MEANWHILE'])
      assert.equal((await bytesBy(server, id, filePassword)).length, 10)
      await change()
      assert.equal((await bytesBy(server, id)).length, 10)
    })

  test('is set, changed and removed; each time only the new way opens the transfer', async () => {
    await using server = await startServer(await place())
    const client = anyone(server)
    const bytes = randomBytes(200_000)
    const { ref, linkId, headers } = await sendTransfer(server, bytes)
    const change = (body: { current?: string; next: string | null }) =>
      client.call('changeTransferPassword', { params: { ref }, headers, body })
    const { transfer } = await change({ next: filePassword })
    assert.equal(transfer.passwordProtected, true)
    assert.equal(await codeOf(await askTicket(server.baseUrl, linkId), 401), 'PASSWORD_REQUIRED')
    assert.deepEqual(await bytesBy(server, linkId, filePassword), bytes)
    await assert.rejects(change({ next: other }), { code: 'PASSWORD_REQUIRED' })
    await assert.rejects(change({ current: other, next: other }), { code: 'INVALID_FILE_PASSWORD' })
    await assert.rejects(change({ current: other, next: null }), { code: 'INVALID_FILE_PASSWORD' })
    assert.deepEqual(await bytesBy(server, linkId, filePassword), bytes)
    await change({ current: filePassword, next: other })
    assert.equal(
      await codeOf(await askTicket(server.baseUrl, linkId, filePassword), 403),
      'INVALID_FILE_PASSWORD',
    )
    assert.deepEqual(await bytesBy(server, linkId, other), bytes)
    const removed = await change({ current: other, next: null })
    assert.equal(removed.transfer.passwordProtected, false)
    assert.deepEqual(await bytesBy(server, linkId), bytes)
    assert.deepEqual(
      removed.transfer.events
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('password'))
        .toSorted(),
      ['password-changed', 'password-removed', 'password-set'],
    )
    const slots = await server.services.database.selectFrom('slots').select('kind').execute()
    assert.deepEqual(slots, [{ kind: 'server' }])
    assert.equal((await change({ next: null })).transfer.version, removed.transfer.version)
  })

  test('ends the tickets that are out, while a running download goes on and counts', async () => {
    await using server = await startServer(await place())
    const bytes = randomBytes(20_000_000)
    const { ref, linkId, headers } = await sendTransfer(server, bytes, { fields: { downloadLimit: '2' } })
    const [running, waiting] = [
      await ticketUrl(server.baseUrl, linkId),
      await ticketUrl(server.baseUrl, linkId),
    ]
    const download = await beginSlowDownload(running)
    const body = { next: filePassword }
    await anyone(server).call('changeTransferPassword', { params: { ref }, headers, body })
    assert.equal(await codeOf(await fetch(waiting), 403), 'INVALID_TICKET')
    const { status, body: got } = await download.goOn({ fast: true })
    assert.equal(status, 200)
    assert.ok(got.equals(bytes))
    await until(async () => (await downloadCount(server.baseUrl, linkId)) === 1)
    assert.equal(await codeOf(await fetch(running), 403), 'INVALID_TICKET')
  })

  test('of a quantum-encrypted transfer wants the key password, and the server gets no way in', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await makeKey(ada)
    const bytes = randomBytes(1000)
    const authorization = { authorization: `Bearer ${ada.token}` }
    const fields = { encryptionMethod: 'ml-kem768' }
    const { ref, linkId, headers } = await sendTransfer(server, bytes, { fields, headers: authorization })
    const params = { ref }
    await assert.rejects(
      anyone(server).call('changeTransferPassword', { params, headers, body: { next: filePassword } }),
      { code: 'AUTHENTICATION_REQUIRED' },
    )
    const change = (body: { current?: string; keyPassword?: string; next: string | null }) =>
      ada.client.call('changeTransferPassword', { params, body })
    await assert.rejects(change({ next: filePassword }), { code: 'KEY_PASSWORD_REQUIRED' })
    await assert.rejects(change({ keyPassword: 'wrong', next: filePassword }), {
      code: 'INVALID_KEY_PASSWORD',
    })
    await change({ keyPassword, next: filePassword })
    assert.deepEqual(await bytesBy(server, linkId, filePassword), bytes)
    await change({ current: filePassword, next: null })
    const slots = await server.services.database.selectFrom('slots').select('kind').execute()
    assert.deepEqual(slots, [{ kind: 'ml-kem' }])
    await assert.rejects(anyone(server).call('downloadTicket', { params: { id: linkId }, body: {} }), {
      code: 'AUTHENTICATION_REQUIRED',
    })
    const { url } = await ada.client.call('downloadTicket', { params: { id: linkId }, body: { keyPassword } })
    assert.deepEqual(Buffer.from(await (await fetch(server.baseUrl + url)).arrayBuffer()), bytes)
  })

  test('is guessed no faster than at a download', async () => {
    await using server = await startServer(await place())
    const { ref, headers } = await sendTransfer(server, randomBytes(10), {
      fields: { password: filePassword },
    })
    const codes: unknown[] = []
    for (let tries = 0; tries < 7; tries += 1) {
      const body = { current: `guess ${tries}`, next: null }
      const call = anyone(server).call('changeTransferPassword', { params: { ref }, headers, body })
      codes.push(await call.catch(({ code }) => code))
    }
    assert.deepEqual(codes, [...Array(5).fill('INVALID_FILE_PASSWORD'), 'RATE_LIMITED', 'RATE_LIMITED'])
  })

  test('is set so many times by one person, who may still take it off', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { ref } = await sendTransfer(server, randomBytes(10), {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    let current: string | undefined
    const change = (next: string | null) =>
      ada.client.call('changeTransferPassword', { params: { ref }, body: { current, next } })
    for (let times = 0; times < 10; times += 1) {
      await change(`password ${times}`)
      current = `password ${times}`
    }
    await assert.rejects(change('one more'), { code: 'RATE_LIMITED', status: 429 })
    await change(null)
  })

  test('is set by one of two managers at once, and both leave one way in', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using two = await startServer(at)
    const bytes = randomBytes(100)
    for (let round = 0; round < 5; round += 1) {
      const { ref, linkId, headers } = await sendTransfer(one, bytes)
      const results = await Promise.allSettled(
        [one, two].map((server, index) =>
          anyone(server).call('changeTransferPassword', {
            params: { ref },
            headers,
            body: { next: `password ${index}` },
          }),
        ),
      )
      const won = results.findIndex(({ status }) => status === 'fulfilled')
      assert.deepEqual(await bytesBy(one, linkId, `password ${won}`), bytes)
      for (const result of results)
        if (result.status === 'rejected')
          assert.match(result.reason.code, /^(CHANGED_MEANWHILE|PASSWORD_REQUIRED)$/)
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    }
  })
})

test('a service that requires file passwords lets none be removed or be too short', async () => {
  const environment = { FILE_PASSWORD: 'required', FILE_PASSWORD_LENGTH: '8' }
  await using server = await startServer({ environment })
  const { ref, headers } = await sendTransfer(server, randomBytes(10), { fields: { password: filePassword } })
  const change = (next: string | null) =>
    anyone(server).call('changeTransferPassword', {
      params: { ref },
      headers,
      body: { current: filePassword, next },
    })
  await assert.rejects(change(null), { code: 'FILE_PASSWORD_REQUIRED' })
  await assert.rejects(change('short'), { code: 'FILE_PASSWORD_TOO_SHORT' })
})
