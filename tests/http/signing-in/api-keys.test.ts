import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKeyLimits } from '#contract/signing-in/limits.ts'
import { sweepAccounts } from '#server/identity/privacy/sweep-accounts.ts'
import {
  clientWith,
  sendFileAs,
  signIn,
  signUp,
  signUpAdmin,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { confirm, createKey } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer } from '#tests/support/server/server.ts'
import { beginUpload } from '#tests/support/transfers/begin-upload.ts'
import { keyPassword, lock, makeKey } from '#tests/support/transfers/quantum-files.ts'
import { patchUpload, sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 60 * 60_000
const refused = { code: 'API_KEY_REFUSED', status: 403 }
const invalid = { code: 'INVALID_API_KEY', status: 401 }

forEachDatabase('an API key', ({ place }) => {
  test('is shown once, kept as a hash, listed and revoked', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const expiresAt = new Date(server.clock.now() + DAY).toISOString()
    const { apiKey, key } = await createKey(ada, { name: ' backup ', expiresAt, networks: ['127.0.0.0/8'] })
    assert.match(key, /^rst_[\w-]{43}$/)
    assert.deepEqual(apiKey, {
      id: apiKey.id,
      name: 'backup',
      hint: key.slice(0, 8),
      scopes: ['transfers:send'],
      networks: ['127.0.0.0/8'],
      createdAt: apiKey.createdAt,
      expiresAt,
      lastUsedAt: null,
    })
    await uploadAs(server, key, 'by a program.txt')
    const { apiKeys } = await ada.client.call('apiKeys')
    assert.ok(apiKeys[0]?.lastUsedAt)
    assert.deepEqual(apiKeys, [{ ...apiKey, lastUsedAt: apiKeys[0].lastUsedAt }])
    const { files } = await ada.client.call('ownFiles', { query: {} })
    assert.deepEqual(
      files.map(({ filename }) => filename),
      ['by a program.txt'],
    )
    const rows = await server.services.database.selectFrom('api_keys').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(key.slice(8)))
    await mailsTo(server, 'ada@example.org')
    assert.ok(
      (await subjectsTo(server, 'ada@example.org')).some((subject) => subject.includes('New API key')),
    )

    await ada.client.call('revokeApiKey', { params: { id: apiKey.id } })
    assert.equal(await codeOf(await sendFileAs(server, key, 'late.txt'), 401), 'INVALID_API_KEY')
    const gone = { code: 'API_KEY_NOT_FOUND', status: 404 }
    await assert.rejects(ada.client.call('revokeApiKey', { params: { id: apiKey.id } }), gone)
    const { entries } = await (await signUpAdmin(server)).client.call('auditLog', {
      query: { filter: 'account' },
    })
    const acts = entries.filter(({ act }) => act.startsWith('account.api-key')).map(({ act }) => act)
    assert.deepEqual(acts, ['account.api-key-revoked', 'account.api-key-created'])
  })

  test('needs a fresh confirmation by the same person in the same session', async () => {
    await using server = await startServer(await place())
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const body = { name: 'x', scopes: ['transfers:send' as const], expiresAt: null, networks: [] }
    const wanted = { code: 'CONFIRMATION_REQUIRED', status: 403 }
    await assert.rejects(ada.client.call('createApiKey', { body }), wanted)
    await assert.rejects(ada.client.call('confirm', { body: { currentPassword: 'wrong' } }), {
      code: 'WRONG_PASSWORD',
    })
    const headers = await confirm(ada)
    const elsewhere = await signIn(server, 'ada')
    await assert.rejects(elsewhere.client.call('createApiKey', { body, headers }), wanted)
    await assert.rejects(bob.client.call('createApiKey', { body, headers }), wanted)
    await ada.client.call('createApiKey', { body, headers })
    server.clock.advance(5 * 60_000)
    await assert.rejects(ada.client.call('createApiKey', { body, headers }), wanted)
  })

  test('opens nothing after its time, from elsewhere, or for another scope', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const expiresAt = new Date(server.clock.now() + DAY).toISOString()
    const { key } = await createKey(ada, { scopes: ['transfers:read'], expiresAt })
    const program = clientWith(server, key)
    await program.call('ownFiles', { query: {} })
    await program.call('config')
    await assert.rejects(program.call('profile'), refused)
    await assert.rejects(program.call('contacts', { query: {} }), refused)
    await assert.rejects(program.call('deleteFile', { params: { id: 'A'.repeat(22) } }), refused)
    const foreign = await createKey(ada, {
      scopes: ['transfers:read'],
      networks: ['192.0.2.0/24', '2001:db8::1'],
    })
    await assert.rejects(clientWith(server, foreign.key).call('ownFiles', { query: {} }), invalid)
    server.clock.advance(DAY)
    await assert.rejects(program.call('ownFiles', { query: {} }), invalid)
    assert.equal((await (await signIn(server, 'ada')).client.call('apiKeys')).apiKeys.length, 2)
    server.clock.advance(30 * DAY)
    await sweepAccounts(server.services)
    assert.equal((await (await signIn(server, 'ada')).client.call('apiKeys')).apiKeys.length, 1)
  })

  test('does not act as an administrator where any person may call', async () => {
    await using server = await startServer(await place())
    const [admin, bob] = [await signUpAdmin(server), await signUp(server, 'bob')]
    const { id } = await uploadAs(server, bob.token, 'his.txt')
    const { key } = await createKey(admin, { scopes: ['transfers:manage', 'admin:manage'] })
    const program = clientWith(server, key)
    await assert.rejects(program.call('deleteFile', { params: { id } }), { code: 'FILE_NOT_FOUND' })
    const { id: own } = await uploadAs(server, admin.token, 'own.txt')
    await program.call('deleteFile', { params: { id: own } })
    await program.call('cleanUpRateLimits')
    await assert.rejects(program.call('adminUsers', { query: {} }), refused)
  })

  test('opens and locks nothing by a key pair, not even by way of a form that is resumable', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { algorithm } = await makeKey(ada)
    const { id } = await lock(server, ada, new Uint8Array(10))
    const { key } = await createKey(ada, { scopes: ['transfers:send', 'transfers:read'] })
    const program = clientWith(server, key)
    const ticket = { params: { id }, body: { keyPassword } }
    await assert.rejects(program.call('downloadTicket', ticket), { code: 'AUTHENTICATION_REQUIRED' })
    await ada.client.call('downloadTicket', ticket)
    const sent = await sendFileAs(server, key, 'a.txt', { fields: { encryptionMethod: algorithm } })
    assert.equal(await codeOf(sent, 401), 'AUTHENTICATION_REQUIRED')
  })

  test('that is revoked ends what it began', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { apiKey, key } = await createKey(ada)
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${key}` }
    const metadata = `filename ${Buffer.from('a.txt').toString('base64')}`
    const created = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': '6', 'upload-metadata': metadata },
    })
    assert.equal(created.status, 201)
    await ada.client.call('revokeApiKey', { params: { id: apiKey.id } })
    const patch = await fetch(server.baseUrl + created.headers.get('location'), {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'abc',
    })
    assert.equal(await codeOf(patch, 401), 'INVALID_API_KEY')
  })

  test('that is revoked while a file arrives sends it nowhere', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { apiKey, key } = await createKey(ada)
    const sending = beginUpload(server, 'file', { authorization: `Bearer ${key}` })
    await sending.write(new Uint8Array(200_000))
    const limits = server.services.database
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', 'upload:%')
    await until(async () => (await limits.execute()).length === 1)
    await ada.client.call('revokeApiKey', { params: { id: apiKey.id } })
    assert.equal(await sending.end(new Uint8Array(10)), 'INVALID_API_KEY')
    assert.equal((await ada.client.call('ownFiles', { query: {} })).total, 0)
  })

  test('changes no transfer by an upload without the scope for it, and ends what it adds', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { ref } = JSON.parse(await (await sendFileAs(server, ada.token, 'hers.txt')).text()).transfer
    const sending = await createKey(ada)
    const { apiKey, key } = await createKey(ada, { scopes: ['transfers:send', 'transfers:manage'] })
    const begin = (bearer: string) =>
      sendCreation(server, 3, { filename: 'more.txt', transfer: ref }, { authorization: `Bearer ${bearer}` })
    assert.equal(await codeOf(await begin(sending.key), 403), 'API_KEY_REFUSED')
    const [begun, finished] = [await begin(key), await begin(key)]
    assert.equal(begun.status, 201)
    const patch = (to: Response) =>
      patchUpload(`${server.baseUrl}${to.headers.get('location')}`, 0, Buffer.from('abc'))
    assert.equal((await patch(finished)).status, 204)
    await ada.client.call('revokeApiKey', { params: { id: apiKey.id } })
    assert.equal(await codeOf(await patch(begun), 401), 'INVALID_API_KEY')
    const { transfer } = await ada.client.call('managedTransfer', { params: { ref } })
    assert.equal(transfer.files.length, 2)
  })

  test('is refused for what it may not have, and above the limit', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await assert.rejects(createKey(ada, { scopes: ['admin:read'] }), { code: 'FORBIDDEN' })
    for (const network of ['here', '10.0.0.0/33', '10.0.0.1/8/8', 'fe80::1%eth0', '::1/129']) {
      await assert.rejects(createKey(ada, { networks: [network] }), { code: 'INVALID_NETWORK' }, network)
    }
    const past = new Date(server.clock.now() - 1).toISOString()
    for (const body of [{ scopes: [] }, { name: ' ' }, { expiresAt: past }])
      await assert.rejects(createKey(ada, body), { code: 'BAD_REQUEST' })
    const headers = await confirm(ada)
    const body = { name: 'x', scopes: ['contacts' as const], expiresAt: null, networks: [] }
    const tries = Array.from({ length: apiKeyLimits.keys + 3 }, () =>
      ada.client.call('createApiKey', { body, headers }),
    )
    const results = await Promise.allSettled(tries)
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, apiKeyLimits.keys)
    await assert.rejects(createKey(ada), { code: 'TOO_MANY_API_KEYS', status: 409 })
  })
})
