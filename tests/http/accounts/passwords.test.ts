import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  goodPassword,
  sendFileAs,
  sendJson,
  signIn,
  signUp,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const ended = { code: 'INVALID_TOKEN', status: 401 }
const badLink = { code: 'INVALID_RESET_TOKEN', status: 400 }
const next = 'a horse of another colour'

function forgot({ client }: TestServer, email: string) {
  return client.call('forgotPassword', { body: { email } })
}

function reset({ client }: TestServer, token: string, password = next) {
  return client.call('resetPassword', { body: { token, password } })
}

function change(person: { client: TestServer['client'] }, currentPassword: string, newPassword = next) {
  return person.client.call('changePassword', { body: { currentPassword, newPassword } })
}

/** The tokens of all links that were mailed to an address. */
async function mailedTokens(server: TestServer, address: string): Promise<string[]> {
  const links = (await mailsTo(server, address)).flatMap(({ text = '' }) => {
    const [, token] = /^http:\/\/localhost:3000\/reset-password\?token=([\w-]+)$/m.exec(text) ?? []
    return token === undefined ? [] : [token]
  })
  return links
}

async function mailedToken(server: TestServer, address: string): Promise<string> {
  const [token, ...others] = await mailedTokens(server, address)
  assert.ok(token !== undefined && others.length === 0)
  return token
}

forEachDatabase('forgotten passwords', ({ place }) => {
  test('a mailed link sets a new password, and everybody is signed out', async () => {
    await using server = await startServer(await place())
    const here = await signUp(server)
    const there = await signIn(server, 'ada')
    await forgot(server, ' ADA@example.org')
    const token = await mailedToken(server, 'ada@example.org')
    await reset(server, token)
    for (const person of [here, there]) {
      await assert.rejects(person.client.call('currentUser'), ended)
      await assert.rejects(
        server.client.call('refresh', { body: { refreshToken: person.refreshToken } }),
        ended,
      )
    }
    await assert.rejects(signIn(server, 'ada'), { code: 'INVALID_CREDENTIALS' })
    await signIn(server, 'ada', next)
  })

  test('a link works once, and no other link after it', async () => {
    await using server = await startServer(await place())
    await signUp(server)
    await forgot(server, 'ada@example.org')
    await forgot(server, 'ada@example.org')
    const [first = '', second = ''] = await mailedTokens(server, 'ada@example.org')
    const tries = await Promise.allSettled([reset(server, first), reset(server, first)])
    assert.deepEqual(tries.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    await assert.rejects(reset(server, first), badLink)
    await assert.rejects(reset(server, second), badLink)
  })

  test('a link works for half an hour', async () => {
    await using server = await startServer(await place())
    await signUp(server)
    await forgot(server, 'ada@example.org')
    const token = await mailedToken(server, 'ada@example.org')
    server.clock.advance(29 * MINUTE)
    await assert.rejects(reset(server, token, 'short'), { code: 'PASSWORD_TOO_SHORT' })
    await assert.rejects(reset(server, token, 'password1'), { code: 'PASSWORD_TOO_COMMON' })
    server.clock.advance(MINUTE)
    await assert.rejects(reset(server, token), badLink)
    await signIn(server, 'ada')
  })

  test('what is no link is refused as an old one is', async () => {
    await using server = await startServer(await place())
    await signUp(server)
    for (const token of ['', 'x', 'A'.repeat(43), '\0']) await assert.rejects(reset(server, token), badLink)
  })

  test('whether an address has an account is told by nothing', async () => {
    await using server = await startServer(await place())
    const { user } = await signUp(server)
    const { database } = server.services
    const known = await sendJson(server, 'POST', '/auth/forgot-password', { email: user.email })
    const unknown = await sendJson(server, 'POST', '/auth/forgot-password', { email: 'bob@example.org' })
    await database.updateTable('users').set({ is_active: 0 }).execute()
    const disabled = await sendJson(server, 'POST', '/auth/forgot-password', { email: user.email })
    const answer = await known.text()
    for (const other of [unknown, disabled]) {
      assert.equal(other.status, 200)
      assert.equal(await other.text(), answer)
    }
    assert.equal((await mailsTo(server, 'ada@example.org')).length, 1)
    assert.equal((await mailsTo(server, 'bob@example.org')).length, 0)
    const malformed = await sendJson(server, 'POST', '/auth/forgot-password', { email: 'ada' })
    assert.equal(await codeOf(malformed, 400), 'INVALID_EMAIL')
  })

  test('an address gets three mails an hour, and anyone who asks the same answer', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    await signUp(server)
    for (let time = 0; time < 5; time += 1) await forgot(server, 'ada@example.org')
    assert.equal((await mailsTo(server, 'ada@example.org')).length, 3)
    server.clock.advance(60 * MINUTE)
    await forgot(server, 'ada@example.org')
    assert.equal((await mailsTo(server, 'ada@example.org')).length, 4)
  })

  test('after a reset nobody waits for having guessed before', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    await signUp(server)
    for (let time = 0; time < 5; time += 1) {
      await assert.rejects(signIn(server, 'ada', 'wrong one'), { code: 'INVALID_CREDENTIALS' })
    }
    await assert.rejects(signIn(server, 'ada'), { code: 'RATE_LIMITED' })
    await forgot(server, 'ada@example.org')
    await reset(server, await mailedToken(server, 'ada@example.org'))
    await signIn(server, 'ada', next)
  })

  test('no table holds the token of a link that has been mailed', async () => {
    await using server = await startServer(await place())
    await signUp(server)
    await forgot(server, 'ada@example.org')
    const token = await mailedToken(server, 'ada@example.org')
    const { database } = server.services
    const rows = [
      ...(await database.selectFrom('reset_tokens').selectAll().execute()),
      ...(await database.selectFrom('mail_outbox').selectAll().execute()),
    ]
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(token))
  })
})

forEachDatabase('changed passwords', ({ place }) => {
  test('a changed password ends all sessions but the one that changed it', async () => {
    await using server = await startServer(await place())
    const here = await signUp(server)
    const there = await signIn(server, 'ada')
    await change(here, goodPassword)
    await here.client.call('currentUser')
    await server.client.call('refresh', { body: { refreshToken: here.refreshToken } })
    await assert.rejects(there.client.call('currentUser'), ended)
    await assert.rejects(server.client.call('refresh', { body: { refreshToken: there.refreshToken } }), ended)
    await assert.rejects(signIn(server, 'ada'), { code: 'INVALID_CREDENTIALS' })
    await signIn(server, 'ada', next)
  })

  test('a link to reset the password works no more once it was changed', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    await forgot(server, 'ada@example.org')
    const token = await mailedToken(server, 'ada@example.org')
    await change({ client }, goodPassword)
    await assert.rejects(reset(server, token, 'something else again'), badLink)
  })

  test('it wants the current password, with a pause after five wrong ones', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const person = await signUp(server)
    for (let time = 0; time < 5; time += 1) {
      await assert.rejects(change(person, 'wrong one'), { code: 'WRONG_PASSWORD', status: 403 })
    }
    await assert.rejects(change(person, goodPassword), { code: 'RATE_LIMITED', status: 429 })
    server.clock.advance(1000)
    await change(person, goodPassword)
  })

  test('of two changes at the same time one holds', async () => {
    await using server = await startServer(await place())
    const here = await signUp(server)
    const there = await signIn(server, 'ada')
    const passwords = ['a horse of one colour', 'a horse of two colours'] as const
    const tries = await Promise.allSettled([
      change(here, goodPassword, passwords[0]),
      change(there, goodPassword, passwords[1]),
    ])
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    const winner = tries[0].status === 'fulfilled' ? 0 : 1
    await signIn(server, 'ada', passwords[winner])
  })

  test('with a password that an administrator has set, nothing goes before it is changed', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const file = await uploadAs(server, person.token, 'a.bin')
    await server.services.database.updateTable('users').set({ must_change_password: 1 }).execute()
    const blocked = { code: 'PASSWORD_CHANGE_REQUIRED', status: 403 }
    await assert.rejects(person.client.call('profile'), blocked)
    await assert.rejects(person.client.call('sessions'), blocked)
    assert.equal(await codeOf(await sendFileAs(server, person.token, 'b.bin'), 403), blocked.code)
    await assert.rejects(person.client.call('deleteFile', { params: { id: file.id } }), blocked)
    await assert.rejects(person.client.call('downloadTicket', { params: { id: file.id }, body: {} }), blocked)
    const seen = await person.client.call('fileInfo', { params: { id: file.id } })
    assert.equal(seen.file.isOwner, false)
    assert.equal((await person.client.call('currentUser')).user.mustChangePassword, true)
    await assert.rejects(change(person, goodPassword, goodPassword), { code: 'PASSWORD_UNCHANGED' })
    await change(person, goodPassword)
    assert.equal((await person.client.call('currentUser')).user.mustChangePassword, false)
    await person.client.call('profile')
  })
})

test('the mail about a forgotten password says whose it it is, until when, and what to do if it was not you', async () => {
  await using server = await startServer()
  await signUp(server)
  await forgot(server, 'ada@example.org')
  const [mail] = await mailsTo(server, 'ada@example.org')
  assert.equal(mail?.subject, 'Choose a new password')
  for (const words of [mail?.text ?? '', mail?.html ?? '']) {
    assert.match(words, /“ada”/)
    assert.match(words, /works once, until \d+ \w+ \d{4} at \d\d:\d\d UTC/)
    assert.match(words, /because someone entered your address/)
  }
})

test('one sender asks for new passwords ten times an hour, whatever the addresses', async () => {
  await using server = await startServer()
  server.clock.freeze()
  await Promise.all(Array.from({ length: 10 }, (_, index) => forgot(server, `p${index}@example.org`)))
  await assert.rejects(forgot(server, 'p10@example.org'), { code: 'RATE_LIMITED', status: 429 })
  server.clock.advance(60 * MINUTE)
  await forgot(server, 'p10@example.org')
})

test('a new password must do, and be another', async () => {
  await using server = await startServer()
  const person = await signUp(server)
  await assert.rejects(change(person, goodPassword, 'short'), { code: 'PASSWORD_TOO_SHORT' })
  await assert.rejects(change(person, goodPassword, 'password1'), { code: 'PASSWORD_TOO_COMMON' })
  await assert.rejects(change(person, goodPassword, goodPassword), {
    code: 'PASSWORD_UNCHANGED',
    status: 400,
  })
  await person.client.call('currentUser')
})

test('nobody signed out changes a password', async () => {
  await using server = await startServer()
  await assert.rejects(change(server, goodPassword), { code: 'AUTHENTICATION_REQUIRED', status: 401 })
})

test('the person is told of a new password by mail, for a change and for a reset', async () => {
  await using server = await startServer()
  const { client } = await signUp(server)
  await change({ client }, goodPassword)
  const [mail] = await mailsTo(server, 'ada@example.org')
  for (const words of [mail?.text ?? '', mail?.html ?? '']) {
    assert.match(words, /Your password was changed/)
    assert.match(words, /Device: unknown/)
    assert.match(words, /security emails are turned on in your email preferences/)
  }
  // hostile/claimed-addresses.test.ts has unconfirmed addresses.
  await server.services.database.updateTable('users').set({ email_verified_at: server.clock.now() }).execute()
  await forgot(server, 'ada@example.org')
  await reset(server, await mailedToken(server, 'ada@example.org'), 'something else again')
  assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [
    'Choose a new password',
    'Your password at localhost:3000 was changed',
    'Your password at localhost:3000 was changed',
  ])
})
