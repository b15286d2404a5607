import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { foldForSearch } from '#contract/fold-for-search.ts'
import { goodPassword, type Person, sendJson, signIn, signUp, uploadAs } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { mailsTo, subjectsTo } from '#tests/support/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { codeOf, until } from '#tests/support/transfers.ts'

const HOUR = 60 * 60_000
const ended = { code: 'INVALID_TOKEN', status: 401 }

/** Gives a person something of everything that is held about people. */
async function leadALife(server: TestServer, person: Person) {
  const { client, token, user } = person
  const { database, clock } = server.services
  await signIn(server, user.username)
  const file = await uploadAs(server, token, 'Vertrag Lovelace.pdf', {
    bytes: 1000,
    fields: { description: 'For Charles Babbage', expiresIn: '12h' },
  })
  const locked = await uploadAs(server, token, 'locked by Lovelace.pdf', { fields: { password: 'secret' } })
  const deleted = await uploadAs(server, token, 'gone Lovelace.pdf')
  await client.call('deleteFile', { params: { id: deleted.id } })
  const upload = await beginUpload(server, token)
  await client.call('generateKey', { body: { algorithm: 'ml-kem768', password: 'a password for keys' } })
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await client.call('storeKey', {
    body: {
      keyType: 'rsa',
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      encryptedPrivateKey: randomBytes(1250).toString('base64'),
    },
  })
  await client.call('updatePreferences', { body: { security: true, notifications: true, marketing: true } })
  await client.call('updateProfile', { body: { username: user.username, email: user.email } })
  await server.client.call('forgotPassword', { body: { email: user.email } })
  await mailsTo(server, user.email)
  await database
    .insertInto('contacts')
    .values({
      id: randomBytes(16).toString('base64url'),
      user_id: user.id,
      name: 'Charles Babbage',
      name_folded: foldForSearch('Charles Babbage'),
      email: 'charles@example.org',
      phone: null,
      company: null,
      search_text: foldForSearch('Charles Babbage charles@example.org'),
      created_at: clock.now(),
    })
    .execute()
  await database
    .insertInto('notifications')
    .values({
      id: randomBytes(16).toString('base64url'),
      user_id: user.id,
      file_id: file.id,
      kind: 'expiring',
      filename: 'Vertrag Lovelace.pdf',
      times: 1,
      happened_at: clock.now(),
      read_at: null,
    })
    .execute()
  await database
    .insertInto('mail_outbox')
    .values({
      id: randomBytes(16).toString('base64url'),
      kind: 'waiting',
      recipient: user.email,
      subject: 'For Lovelace',
      body_text: 'Lovelace',
      body_html: 'Lovelace',
      file_id: null,
      queued_at: clock.now(),
      not_before: clock.now() + HOUR,
      tries: 1,
    })
    .execute()
  return { file, locked, upload }
}

async function beginUpload({ baseUrl }: TestServer, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `filename ${Buffer.from('half Lovelace.pdf').toString('base64')}`,
      authorization: `Bearer ${token}`,
    },
  })
  assert.equal(response.status, 201)
  return `${baseUrl}${response.headers.get('location')}`
}

/** Everything that the database holds, as text. */
async function dump({ services: { database } }: TestServer): Promise<string> {
  const tables = await database.introspection.getTables()
  assert.ok(tables.length > 10)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database)
    for (const row of rows) {
      const values = Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      )
      texts.push(`${name}: ${values.join(' | ')}`)
    }
  }
  return texts.join('\n')
}

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
    const bob = await signUp(server, 'bob')
    await uploadAs(server, bob.token, 'not hers.txt')
    const { file, locked } = await leadALife(server, ada)
    const { headers, text, data } = await exported(server, ada.token)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="restante-ada-\d{4}-\d\d-\d\d\.json"$/,
    )
    assert.equal(data.account.username, 'ada')
    assert.equal(data.account.email, 'ada@example.org')
    assert.equal(data.account.storageUsed, 1010)
    assert.deepEqual(data.account.preferences, { security: true, notifications: true, marketing: true })
    assert.equal(data.account.marketingConsent.termsVersion, '2.1')
    assert.equal(data.account.knownDevices.length, 1)
    assert.equal(data.sessions.length, 2)
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
    assert.doesNotMatch(text, /bob|not hers/)
  })

  test('holds no secret of the server', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await leadALife(server, ada)
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

forEachDatabase('erasing an account', ({ place }) => {
  test('its preview counts what goes', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await leadALife(server, ada)
    const { erasure } = await ada.client.call('previewErasure')
    const { log, ...counts } = erasure
    assert.deepEqual(counts, {
      sessions: 2,
      files: 2,
      uploads: 1,
      contacts: 1,
      keys: 2,
      notifications: 1,
      mails: 1,
    })
    assert.ok(log >= 3)
    await ada.client.call('currentUser')
  })

  test('nothing that leads to the person is left in any table', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server, 'lovelace')
    const bob = await signUp(server, 'bob')
    const bobs = await uploadAs(server, bob.token, 'his.txt')
    const { file, locked, upload } = await leadALife(server, ada)
    await assert.rejects(signIn(server, 'lovelace', 'wrong one'), { code: 'INVALID_CREDENTIALS' })
    assert.match(await dump(server), /lovelace/i)

    await ada.client.call('eraseAccount', { body: { password: goodPassword } })
    await assert.rejects(ada.client.call('currentUser'), ended)
    await assert.rejects(server.client.call('refresh', { body: { refreshToken: ada.refreshToken } }), ended)
    await assert.rejects(signIn(server, 'lovelace'), { code: 'INVALID_CREDENTIALS' })
    for (const { id } of [file, locked]) {
      await assert.rejects(server.client.call('fileInfo', { params: { id } }), { code: 'FILE_DELETED' })
    }
    const head = await fetch(upload, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
    assert.equal(head.status, 404)
    await mailsTo(server, 'lovelace@example.org')
    const slots = await server.services.database.selectFrom('file_slots').select('file_id').execute()
    assert.deepEqual(slots, [{ file_id: bobs.id }])

    server.clock.advance(HOUR)
    await server.sweep()
    const left = await dump(server)
    for (const trace of [ada.user.id, 'lovelace', 'babbage', 'charles', bobs.id]) {
      const lines = left.split('\n').filter((line) => line.toLowerCase().includes(trace.toLowerCase()))
      assert.equal(lines.length > 0, trace === bobs.id, lines.join('\n'))
    }
    const blobs: string[] = []
    for await (const id of server.services.blobs.list(server.clock.now())) blobs.push(id)
    assert.equal(blobs.length, 1)
    await signUp(server, 'lovelace')
  })

  test('the log keeps what happened, without the name', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await ada.client.call('eraseAccount', { body: { password: goodPassword } })
    const entries = await server.services.database.selectFrom('audit_log').selectAll().orderBy('at').execute()
    assert.ok(entries.length >= 3)
    assert.ok(entries.some(({ act }) => act === 'account.erased'))
    for (const { actor_id, actor_name } of entries) {
      assert.equal(actor_id, null)
      assert.match(actor_name ?? '', /^erased-[0-9a-f]+$/)
    }
    assert.equal(new Set(entries.map(({ actor_name }) => actor_name)).size, 1)
  })

  test('wants the password, and says goodbye by mail', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await assert.rejects(ada.client.call('eraseAccount', { body: { password: 'wrong one' } }), {
      code: 'WRONG_PASSWORD',
      status: 403,
    })
    const nothing = await sendJson(server, 'DELETE', '/users/me', {}, ada.token)
    assert.equal(await codeOf(nothing, 400), 'BAD_REQUEST')
    await ada.client.call('currentUser')
    await ada.client.call('eraseAccount', { body: { password: goodPassword } })
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [
      'Your account at localhost:3000 was erased',
    ])
  })

  test('an upload that ends after it leaves no file', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const sending = request(`${server.baseUrl}/api/files/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="late.bin"\r\n\r\nfirst')
    await until(async () => {
      const allowances = await server.services.database.selectFrom('allowances').select('key').execute()
      return allowances.some(({ key }) => key.startsWith('upload:'))
    })
    await ada.client.call('eraseAccount', { body: { password: goodPassword } })
    sending.end(' and last\r\n--x--\r\n')
    const [answer]: IncomingMessage[] = await once(sending, 'response')
    assert.ok(answer)
    const response = new Response(await text(answer), { status: answer.statusCode ?? 0 })
    assert.equal(await codeOf(response, 401), 'INVALID_TOKEN')
    const files = await server.services.database.selectFrom('files').selectAll().execute()
    assert.deepEqual(files, [])
  })

  test('the last administrator stays', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const bob = await signUp(server, 'bob')
    await server.services.database.updateTable('users').set({ is_admin: 1 }).execute()
    const tries = await Promise.allSettled(
      [ada, bob].map(({ client }) => client.call('eraseAccount', { body: { password: goodPassword } })),
    )
    const refusals = tries.filter((one) => one.status === 'rejected')
    assert.deepEqual(
      refusals.map(({ reason }) => reason.code),
      ['LAST_ADMIN'],
    )
  })
})

forEachDatabase('the totals of a portal', ({ place }) => {
  test('count files, downloads, bytes and contacts', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const zero = { totalFiles: 0, totalDownloads: 0, totalStorage: 0, totalContacts: 0 }
    assert.deepEqual((await ada.client.call('stats')).stats, zero)
    const { file } = await leadALife(server, ada)
    const ticket = await server.client.call('downloadTicket', { params: { id: file.id }, body: {} })
    await (await fetch(server.baseUrl + ticket.url)).arrayBuffer()
    await until(async () => (await ada.client.call('stats')).stats.totalDownloads === 1)
    const counted = { totalFiles: 2, totalDownloads: 1, totalStorage: 1010, totalContacts: 1 }
    assert.deepEqual((await ada.client.call('stats')).stats, counted)
    await ada.client.call('deleteFile', { params: { id: file.id } })
    const after = { totalFiles: 1, totalDownloads: 1, totalStorage: 10, totalContacts: 1 }
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
