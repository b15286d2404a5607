import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256 } from '#crypto/random-id.ts'
import { updateProfile } from '#server/identity/accounts/update-profile.ts'
import { identifyCaller } from '#server/identity/principals/identify-caller.ts'
import {
  clientWith,
  goodPassword,
  opened,
  sendJson,
  signIn,
  signUp,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const ended = { code: 'INVALID_TOKEN', status: 401 }

/** Everything a body could try to raise someone with. */
const wishes = {
  id: 'mine',
  isAdmin: true,
  is_admin: 1,
  isPro: true,
  is_pro: 1,
  isActive: true,
  storageLimit: 1e15,
  storage_limit: 1e15,
  mustChangePassword: false,
  createdAt: '2001-01-01T00:00:00.000Z',
}

forEachDatabase('profiles', ({ place }) => {
  test('a profile says who it is, since when, and how much may be stored', async () => {
    await using server = await startServer(await place())
    const before = Date.now()
    const { client, user } = await signUp(server)
    const { user: profile } = await client.call('profile')
    const { createdAt, ...rest } = profile
    assert.deepEqual(rest, {
      ...user,
      storageUsed: 0,
      storageLimit: 2 * 1024 ** 3,
      pendingEmail: null,
      hasPassword: true,
    })
    assert.ok(Date.parse(createdAt) >= before)
  })

  test('names change, and count from the next call on', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    const { user } = await client.call('updateProfile', {
      body: { username: 'Countess', email: 'ada@example.org' },
    })
    assert.equal(user.username, 'Countess')
    assert.equal((await client.call('currentUser')).user.username, 'Countess')
    await signIn(server, 'countess')
    await assert.rejects(signIn(server, 'ada'), { code: 'INVALID_CREDENTIALS' })
    await signUp(server, 'ada2')
    await client.call('updateProfile', { body: { username: 'COUNTESS', email: 'ada@example.org' } })
    assert.deepEqual(await mailsTo(server, 'ada@example.org'), [])
  })

  test('another name leaves an address alone that was changed at the same moment', async () => {
    await using server = await startServer(await place())
    const { client, user, token } = await signUp(server)
    const caller = await identifyCaller(server.services, sha256(token))
    assert.ok(caller)
    const body = { username: 'ada', email: 'ada@example.net', currentPassword: goodPassword }
    await client.call('updateProfile', { body })
    await updateProfile(
      server.services,
      caller,
      { username: 'countess', email: user.email, device: '' },
      () => Promise.reject(new Error('nothing to confirm')),
    )
    const { user: profile } = await client.call('profile')
    assert.deepEqual([profile.username, profile.email], ['countess', 'ada@example.net'])
  })

  test('names that will not do, or are taken, change nothing', async () => {
    await using server = await startServer(await place())
    const { client, user } = await signUp(server)
    await signUp(server, 'bob')
    const email = 'ada@example.org'
    const refused = [
      [{ username: 'a b', email }, 'INVALID_USERNAME'],
      [{ username: 'ada', email: 'nothing' }, 'INVALID_EMAIL'],
      [{ username: 'BOB', email }, 'USERNAME_TAKEN'],
      [{ username: 'ada', email: 'Bob@Example.org', currentPassword: goodPassword }, 'EMAIL_TAKEN'],
    ] as const
    for (const [body, code] of refused) await assert.rejects(client.call('updateProfile', { body }), { code })
    assert.deepEqual((await client.call('currentUser')).user, user)
  })

  test('of two people who want a name at the same time one gets it', async () => {
    await using server = await startServer(await place())
    const people = await Promise.all(['ada', 'bob', 'eve'].map((name) => signUp(server, name)))
    const tries = await Promise.allSettled(
      people.map(({ client, user }) =>
        client.call('updateProfile', { body: { username: 'countess', email: user.email } }),
      ),
    )
    const refusals = tries.filter((one) => one.status === 'rejected')
    assert.deepEqual(
      refusals.map(({ reason }) => reason.code),
      ['USERNAME_TAKEN', 'USERNAME_TAKEN'],
    )
  })

  test('another address wants the password and is told to the old one, whatever the settings', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    await client.call('updatePreferences', {
      body: { security: false, notifications: false, marketing: false },
    })
    const body = { username: 'ada', email: 'new@example.org' }
    const wrong = { code: 'WRONG_PASSWORD', status: 403 }
    await assert.rejects(client.call('updateProfile', { body }), wrong)
    await assert.rejects(
      client.call('updateProfile', { body: { ...body, currentPassword: 'wrong one' } }),
      wrong,
    )
    const changed = { body: { ...body, currentPassword: goodPassword } }
    assert.equal((await client.call('updateProfile', changed)).user.email, 'new@example.org')
    await signIn(server, 'new@example.org')
    await assert.rejects(signIn(server, 'ada@example.org'), { code: 'INVALID_CREDENTIALS' })
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [
      'Security emails from localhost:3000 are turned off',
      'Your email address at localhost:3000 was changed',
    ])
    assert.deepEqual(await mailsTo(server, 'new@example.org'), [])
  })

  test('a link to reset the password that went to the old address works no more', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    await server.client.call('forgotPassword', { body: { email: 'ada@example.org' } })
    const [mail] = await mailsTo(server, 'ada@example.org')
    const [, token = ''] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const body = { username: 'ada', email: 'new@example.org', currentPassword: goodPassword }
    await client.call('updateProfile', { body })
    await assert.rejects(server.client.call('resetPassword', { body: { token, password: 'another one' } }), {
      code: 'INVALID_RESET_TOKEN',
    })
  })
})

forEachDatabase('preferences', ({ place }) => {
  test('security and notifications are on at first, marketing is off; all are kept', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    const first = await client.call('preferences')
    assert.deepEqual(first.preferences, { security: true, notifications: true, marketing: false })
    const body = { security: true, notifications: false, marketing: true }
    assert.deepEqual((await client.call('updatePreferences', { body })).preferences, body)
    assert.deepEqual((await client.call('preferences')).preferences, body)
  })

  test('consent to marketing is kept with its time and terms, and forgotten when taken back', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    function want(marketing: boolean) {
      return client.call('updatePreferences', { body: { security: true, notifications: true, marketing } })
    }
    function consent() {
      return server.services.database
        .selectFrom('users')
        .select(['marketing_consent_at as at', 'marketing_consent_version as version'])
        .executeTakeFirstOrThrow()
    }
    const before = server.clock.now()
    await want(true)
    const given = await consent()
    assert.equal(given.version, '2.1')
    assert.ok(given.at !== null && given.at >= before)
    server.clock.advance(60_000)
    await want(true)
    assert.deepEqual(await consent(), given)
    await want(false)
    assert.deepEqual(await consent(), { at: null, version: null })
  })

  test('that security mails are off is told by the last one', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    const off = { security: false, notifications: true, marketing: false }
    await client.call('updatePreferences', { body: off })
    await client.call('updatePreferences', { body: off })
    const body = { currentPassword: goodPassword, newPassword: 'a horse of another colour' }
    await client.call('changePassword', { body })
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [
      'Security emails from localhost:3000 are turned off',
    ])
  })
})

forEachDatabase('the list of sessions', ({ place }) => {
  test('shows where a person is signed in, the one that asks marked', async () => {
    await using server = await startServer(await place())
    const laptop = await signUp(server)
    await signUp(server, 'bob')
    server.clock.advance(1000)
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const desk = opened(
      await server.client.call('login', {
        body: { username: 'ada', password: goodPassword, rememberMe: true },
        headers: { 'user-agent': userAgent },
      }),
    )
    const { sessions } = await laptop.client.call('sessions')
    assert.deepEqual(
      sessions.map(({ device, remembered, current }) => ({ device, remembered, current })),
      [
        { device: 'Firefox, Windows', remembered: true, current: false },
        { device: '', remembered: false, current: true },
      ],
    )
    const [first] = (await clientWith(server, desk.token).call('sessions')).sessions
    assert.equal(first?.current, true)
    assert.equal(Date.parse(first?.expiresAt ?? '') - Date.parse(first?.lastUsedAt ?? ''), 14 * 24 * HOUR)
    server.clock.advance(2 * HOUR)
    const { token } = await server.client.call('refresh', { body: { refreshToken: desk.refreshToken } })
    assert.equal((await clientWith(server, token).call('sessions')).sessions.length, 1)
  })

  test('ends one session, and it is out at once', async () => {
    await using server = await startServer(await place())
    const here = await signUp(server)
    const there = await signIn(server, 'ada')
    const other = (await here.client.call('sessions')).sessions.find(({ current }) => !current)
    await here.client.call('endSession', { params: { id: other?.id ?? '' } })
    await assert.rejects(there.client.call('currentUser'), ended)
    await assert.rejects(server.client.call('refresh', { body: { refreshToken: there.refreshToken } }), ended)
    await here.client.call('currentUser')
  })

  test('ends all others at once', async () => {
    await using server = await startServer(await place())
    const here = await signUp(server)
    const bob = await signUp(server, 'bob')
    const others = await Promise.all([1, 2, 3].map(() => signIn(server, 'ada')))
    await here.client.call('endOtherSessions')
    for (const { client } of others) await assert.rejects(client.call('currentUser'), ended)
    assert.equal((await here.client.call('sessions')).sessions.length, 1)
    await bob.client.call('currentUser')
  })

  test("someone else's session is not there", async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const bob = await signUp(server, 'bob')
    const [session] = (await bob.client.call('sessions')).sessions
    const missing = { code: 'SESSION_NOT_FOUND', status: 404 }
    for (const id of [session?.id ?? '', 'A'.repeat(22), 'x', '../x', '\0']) {
      await assert.rejects(ada.client.call('endSession', { params: { id } }), missing, id)
    }
    await bob.client.call('currentUser')
  })
})

test('no body raises anybody', async () => {
  await using server = await startServer()
  const { client, token, user } = await signUp(server)
  const before = (await client.call('profile')).user
  const bodies: [method: 'POST' | 'PUT', path: string, body: Record<string, unknown>][] = [
    ['PUT', '/users/profile', { username: 'ada', email: 'ada@example.org' }],
    ['PUT', '/users/preferences', { security: true, notifications: true, marketing: false }],
    ['POST', '/users/change-password', { currentPassword: goodPassword, newPassword: 'another one' }],
    ['POST', '/auth/login', { username: 'ada', password: 'another one' }],
  ]
  for (const [method, path, body] of bodies) {
    const response = await sendJson(server, method, path, { ...body, ...wishes }, token)
    assert.equal(response.status, 200, path)
    assert.deepEqual((await client.call('profile')).user, before, path)
  }
  assert.deepEqual((await client.call('currentUser')).user, user)
})

test('nobody sees a profile without signing in', async () => {
  await using server = await startServer()
  for (const call of ['profile', 'preferences', 'sessions'] as const) {
    await assert.rejects(server.client.call(call), { code: 'AUTHENTICATION_REQUIRED', status: 401 })
  }
})

test('what is no preference is refused', async () => {
  await using server = await startServer()
  const { client, token } = await signUp(server)
  for (const body of [{}, { security: true }, { security: 1, notifications: 'yes', marketing: null }]) {
    const response = await sendJson(server, 'PUT', '/users/preferences', body, token)
    assert.equal(await codeOf(response, 400), 'BAD_REQUEST')
  }
  assert.equal((await client.call('preferences')).preferences.security, true)
})
