import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fillAccount } from '#tests/support/accounts/account-with-everything.ts'
import { signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

async function exported({ baseUrl }: TestServer, token: string) {
  const response = await fetch(`${baseUrl}/api/users/export`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return { headers: response.headers, text, data: JSON.parse(text) }
}

forEachDatabase('the export of what is held about a person', ({ place }) => {
  test('is one JSON download with everything in it, and nothing of anybody else', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    // Too long to come up by chance in the keys, which are Base64.
    const other = await signUp(server, 'grace-hopper')
    await uploadAs(server, other.token, 'not hers.txt')
    const { file, locked } = await fillAccount(server, ada)
    const { headers, text, data } = await exported(server, ada.token)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="restante-ada-\d{4}-\d\d-\d\d\.json"$/,
    )
    assert.equal(data.account.username, 'ada')
    assert.equal(data.account.email, 'ada@example.org')
    // With the thousand bytes that the unfinished upload has declared.
    assert.equal(data.account.storageUsed, 2010)
    assert.deepEqual(data.account.preferences, { security: true, notifications: true, marketing: true })
    assert.equal(data.account.marketingConsent.termsVersion, '2.1')
    assert.equal(data.account.knownDevices.length, 1)
    assert.equal(data.sessions.length, 2)
    assert.equal(data.requests[0].title, 'Papers for Lovelace')
    assert.equal(data.apiKeys[0].name, 'program of Lovelace')
    assert.deepEqual(data.files.map(({ filename }: { filename: string | null }) => filename).toSorted(), [
      'Vertrag Lovelace.pdf',
      'locked by Lovelace.pdf',
      null,
    ])
    assert.ok([file.id, locked.id].every((id) => text.includes(id)))
    assert.deepEqual([data.uploads[0].length, data.uploads[0].received], [1000, 0])
    assert.equal(data.contacts[0].email, 'charles@example.org')
    assert.deepEqual(
      data.keys.map(({ algorithm }: { algorithm: string }) => algorithm),
      ['rsa', 'ml-kem768'],
    )
    assert.equal(data.notifications[0].filename, 'Vertrag Lovelace.pdf')
    assert.equal(data.mails[0].subject, 'For Lovelace')
    assert.ok(
      data.log.some(({ act, byYou }: { act: string; byYou: boolean }) => act === 'session.opened' && byYou),
    )
    assert.doesNotMatch(text, /grace-hopper|not hers/)
  })

  test('holds no secret of the server', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await fillAccount(server, ada)
    const { text } = await exported(server, ada.token)
    assert.doesNotMatch(text, /argon2|_hash|sealed|"seed"/)
    assert.ok(!text.includes(ada.token) && !text.includes(ada.refreshToken))
  })

  test('comes whole, however much there is', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { database, clock } = server.services
    const contacts = Array.from({ length: 1234 }, (_, index) => ({
      id: randomBytes(16).toString('base64url'),
      user_id: ada.user.id,
      name: `Contact ${index}`,
      name_folded: `contact ${index}`,
      email: `contact${index}@example.org`,
      phone: null,
      company: null,
      search_text: `contact ${index}`,
      created_at: clock.now(),
    }))
    for (let from = 0; from < contacts.length; from += 500) {
      await database
        .insertInto('contacts')
        .values(contacts.slice(from, from + 500))
        .execute()
    }
    const { data } = await exported(server, ada.token)
    assert.equal(new Set(data.contacts.map(({ name }: { name: string }) => name)).size, 1234)
  })
})

forEachDatabase('the totals of a portal', ({ place }) => {
  test('count files, downloads, bytes and contacts', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const zero = { totalFiles: 0, totalDownloads: 0, totalStorage: 0, totalContacts: 0 }
    assert.deepEqual((await ada.client.call('stats')).stats, zero)
    const { file } = await fillAccount(server, ada)
    const ticket = await server.client.call('downloadTicket', { params: { id: file.id }, body: {} })
    await (await fetch(server.baseUrl + ticket.url)).arrayBuffer()
    await until(async () => (await ada.client.call('stats')).stats.totalDownloads === 1)
    const counted = { totalFiles: 2, totalDownloads: 1, totalStorage: 2010, totalContacts: 1 }
    assert.deepEqual((await ada.client.call('stats')).stats, counted)
    await ada.client.call('deleteFile', { params: { id: file.id } })
    const after = { totalFiles: 1, totalDownloads: 1, totalStorage: 1010, totalContacts: 1 }
    assert.deepEqual((await ada.client.call('stats')).stats, after)
  })
})

test('the export is for nobody but the person', async () => {
  await using server = await startServer()
  for (const path of ['/users/export', '/users/me/erasure', '/users/stats']) {
    const response = await fetch(`${server.baseUrl}/api${path}`)
    assert.equal(await codeOf(response, 401), 'AUTHENTICATION_REQUIRED')
  }
})
