import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillAccount } from '#tests/support/accounts/account-with-everything.ts'
import {
  goodPassword,
  sendJson,
  signIn,
  signUp,
  signUpAdmin,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { tried, waiting } from '#tests/support/mail/link-mails.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { startMailingServer } from '#tests/support/transfers/recipients.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const ended = { code: 'INVALID_TOKEN', status: 401 }

/** Everything that the database holds, as text. */
async function dump({ services: { database } }: TestServer): Promise<string> {
  const tables = await database.introspection.getTables()
  assert.ok(tables.length > 10)
  const texts: string[] = []
  for (const { name } of tables) {
    // A search index of SQLite cannot be read as a table; those that it is kept in can.
    if (name.endsWith('_search')) continue
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

forEachDatabase('erasing an account', ({ place }) => {
  test('its preview counts what goes', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await fillAccount(server, ada)
    const { erasure } = await ada.client.call('previewErasure')
    const { log, ...counts } = erasure
    assert.deepEqual(counts, {
      sessions: 2,
      passkeys: 0,
      apiKeys: 1,
      identities: 1,
      files: 2,
      uploads: 1,
      requests: 1,
      webhooks: 1,
      contacts: 1,
      keys: 2,
      notifications: 1,
      mails: 1,
      consents: 1,
      reports: 0,
    })
    assert.ok(log >= 3)
    await ada.client.call('currentUser')
  })

  test('nothing that leads to the person is left in any table', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const ada = await signUp(server, 'lovelace')
    const bob = await signUp(server, 'bob')
    const bobs = await uploadAs(server, bob.token, 'his.txt')
    const { file, locked, upload } = await fillAccount(server, ada)
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
    const slots = await server.services.database.selectFrom('slots').select('transfer_id').execute()
    const { id: kept } = await transferOf(server.services.database, bobs.id)
    assert.deepEqual(slots, [{ transfer_id: kept }])

    server.clock.advance(HOUR)
    await server.sweep()
    const left = await dump(server)
    for (const trace of [ada.user.id, 'lovelace', 'babbage', 'charles', bobs.id]) {
      const lines = left.split('\n').filter((line) => line.toLowerCase().includes(trace.toLowerCase()))
      assert.equal(lines.length > 0, trace === bobs.id, lines.join('\n'))
    }
    const blobs: string[] = []
    for await (const id of server.services.blobs.default.list(server.clock.now())) blobs.push(id)
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
    assert.equal(await codeOf(nothing, 403), 'WRONG_PASSWORD')
    await ada.client.call('currentUser')
    await ada.client.call('eraseAccount', { body: { password: goodPassword } })
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [
      'Your account at localhost:3000 was deleted',
    ])
  })

  for (const [confirmed, environment] of [
    ['that has to be confirmed', { EMAIL_VERIFICATION: 'on' }],
    ['that counts at once', {}],
  ] as const)
    test(`takes along its mails that wait for another address, after a change to one ${confirmed}`, async () => {
      await using server = await startMailingServer({ ...(await place()), environment })
      // Those whom an administrator opens an account for are let in, as are those of before the setting.
      const ada = await signUpAdmin(server, 'ada')
      await signUpAdmin(server, 'bob')
      const before = server.mailServer.mails.length
      server.mailServer.state.refusal = { to: 'greeting', code: 421 }
      const change = { username: 'ada', email: 'new@example.org', currentPassword: goodPassword }
      await ada.client.call('updateProfile', { body: change })
      await tried(server, 1)
      await ada.client.call('eraseAccount', { body: { password: goodPassword } })
      await tried(server, 1)
      server.mailServer.state.refusal = undefined
      server.clock.advance(HOUR)
      await server.deliverMail()
      await until(async () => (await waiting(server)).length === 0)
      const { email } = confirmed === 'that counts at once' ? change : ada.user
      assert.deepEqual(
        server.mailServer.mails.slice(before).map(({ to, mail }) => [to, mail.subject]),
        [[[email], 'Your account at localhost:3000 was deleted']],
      )
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
      const rate_limits = await server.services.database.selectFrom('rate_limits').select('key').execute()
      return rate_limits.some(({ key }) => key.startsWith('upload:'))
    })
    await ada.client.call('eraseAccount', { body: { password: goodPassword } })
    sending.end(' and last\r\n--x--\r\n')
    const [answer]: IncomingMessage[] = await once(sending, 'response')
    assert.ok(answer)
    const response = new Response(await text(answer), { status: answer.statusCode ?? 0 })
    assert.equal(await codeOf(response, 401), 'INVALID_TOKEN')
    const transfers = await server.services.database.selectFrom('transfers').selectAll().execute()
    assert.deepEqual(transfers, [])
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
