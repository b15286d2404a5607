import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientWith, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { moveRefreshBack } from '#tests/support/accounts/move-refresh-back.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { holdCommits } from '#tests/support/databases/hold-commits.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const ended = { code: 'INVALID_TOKEN', status: 401 }

function refresh({ client }: TestServer, refreshToken: string) {
  return client.call('refresh', { body: { refreshToken } })
}

function me(server: TestServer, token: string) {
  return clientWith(server, token).call('currentUser')
}

/** Refreshes before each idle time is over, until `duration` has passed. */
async function keepUp(server: TestServer, first: string, duration: number, step: number): Promise<string> {
  let refreshToken = first
  for (let passed = 0; passed + step < duration; passed += step) {
    server.clock.advance(step)
    refreshToken = (await refresh(server, refreshToken)).refreshToken
  }
  return refreshToken
}

forEachDatabase('sessions', ({ engine, place }) => {
  test('an access token is good for fifteen minutes', async () => {
    await using server = await startServer(await place())
    const { client, expiresIn } = await signUp(server)
    assert.equal(expiresIn, 15 * MINUTE)
    server.clock.advance(14 * MINUTE)
    await client.call('currentUser')
    server.clock.advance(MINUTE)
    await assert.rejects(client.call('currentUser'), ended)
  })

  test('a token that opens no session is refused everywhere, also where none is needed', async () => {
    await using server = await startServer(await place())
    const unknown = 'A'.repeat(43)
    for (const authorization of [`Bearer ${unknown}`, 'Bearer x', 'Bearer', 'Basic YTpi', unknown, '']) {
      for (const path of ['/config', '/auth/me', '/files/info/AAAAAAAAAAAAAAAAAAAAAA']) {
        const response = await fetch(`${server.baseUrl}/api${path}`, { headers: { authorization } })
        assert.equal(await codeOf(response, 401), 'INVALID_TOKEN', `${authorization} ${path}`)
      }
    }
    assert.equal(await codeOf(await fetch(`${server.baseUrl}/api/auth/me`), 401), 'AUTHENTICATION_REQUIRED')
  })

  test('an old bearer does not stand in the way of signing in, refreshing and signing out', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    server.clock.advance(16 * MINUTE)
    const stale = person.client
    const next = await stale.call('refresh', { body: { refreshToken: person.refreshToken } })
    await stale.call('login', { body: { username: 'ada', password: person.password } })
    await stale.call('logout', { body: { refreshToken: next.refreshToken } })
    await assert.rejects(me(server, next.token), ended)
  })

  test('a refresh gives new tokens, and the old bearer lasts its time for calls under way', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    server.clock.advance(10 * MINUTE)
    const next = await refresh(server, person.refreshToken)
    assert.notEqual(next.token, person.token)
    assert.notEqual(next.refreshToken, person.refreshToken)
    assert.deepEqual(next.user, person.user)
    await person.client.call('currentUser')
    server.clock.advance(6 * MINUTE)
    await assert.rejects(person.client.call('currentUser'), ended)
    assert.deepEqual((await me(server, next.token)).user, person.user)
  })

  test('a refresh token sent again within the minute gets the same answer', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const person = await signUp(server)
    const first = await refresh(server, person.refreshToken)
    server.clock.advance(2 * SECOND)
    await moveRefreshBack(server, 55 * SECOND)
    const again = await refresh(server, person.refreshToken)
    assert.equal(again.refreshToken, first.refreshToken)
    assert.equal(again.token, first.token)
    assert.ok(again.expiresIn <= first.expiresIn - 2 * SECOND)
    await me(server, first.token)
  })

  test('of many refreshes at the same time all get the same tokens', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    server.clock.advance(20 * MINUTE)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(server, person.refreshToken)))
    assert.equal(new Set(answers.map(({ token }) => token)).size, 1)
    assert.equal(new Set(answers.map(({ refreshToken }) => refreshToken)).size, 1)
    await me(server, answers[7]?.token ?? '')
  })

  if (engine === 'postgres')
    test('of two refreshes, neither of which has committed, both get the same tokens', async () => {
      const at = await place()
      await using server = await startServer(at)
      const person = await signUp(server)
      server.clock.advance(20 * MINUTE)
      await using held = await holdCommits(at.url, 'sessions')
      const asked = [1, 2].map(() => refresh(server, person.refreshToken))
      await held.met(2)
      await held.release()
      const [one, other] = await Promise.all(asked)
      assert.equal(one?.refreshToken, other?.refreshToken)
      await me(server, one?.token ?? '')
    })

  test('many calls with an expired token are all refused, and go on after one refresh', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    server.clock.advance(16 * MINUTE)
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => person.client.call('currentUser')),
    )
    for (const call of calls) assert.equal(call.status === 'rejected' && call.reason.code, 'INVALID_TOKEN')
    const answers = await Promise.all(
      calls.map(async () => me(server, (await refresh(server, person.refreshToken)).token)),
    )
    for (const { user } of answers) assert.deepEqual(user, person.user)
    assert.equal((await server.services.database.selectFrom('sessions').select('id').execute()).length, 1)
  })

  test('a used refresh token that comes back after the minute ends the session', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const next = await refresh(server, person.refreshToken)
    await moveRefreshBack(server, MINUTE)
    await assert.rejects(refresh(server, person.refreshToken), ended)
    await assert.rejects(refresh(server, next.refreshToken), ended)
    await assert.rejects(me(server, next.token), ended)
  })

  test('a refresh token sent again to an instance whose clock is behind or ahead is no theft', async () => {
    const at = await place()
    // Those that share a SQLite file share a machine, and so its clock.
    if (at.url === undefined) return
    await using one = await startServer(at)
    await using other = await startServer(at)
    const person = await signUp(one)
    let { refreshToken } = person
    for (const [first, second] of [[one, other] as const, [other, one] as const]) {
      for (const apart of [MINUTE, -2 * MINUTE]) {
        other.clock.advance(apart)
        const next = await refresh(first, refreshToken)
        const again = await refresh(second, refreshToken)
        assert.equal(again.refreshToken, next.refreshToken)
        await me(second, again.token)
        refreshToken = next.refreshToken
      }
      other.clock.advance(MINUTE)
    }
    // However late the other clock is, the minute ends.
    const last = await refresh(one, refreshToken)
    other.clock.advance(-10 * MINUTE)
    await moveRefreshBack(one, MINUTE)
    await assert.rejects(refresh(other, refreshToken), ended)
    await assert.rejects(me(one, last.token), ended)
  })

  test('a used refresh token whose successor has been used ends the session at once', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const other = await signIn(server, 'ada')
    const second = await refresh(server, person.refreshToken)
    const third = await refresh(server, second.refreshToken)
    await assert.rejects(refresh(server, person.refreshToken), ended)
    await assert.rejects(me(server, third.token), ended)
    await assert.rejects(refresh(server, third.refreshToken), ended)
    await other.client.call('currentUser')
  })

  test('a refresh token of ten refreshes ago ends the session, too', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    let { token, refreshToken } = person
    for (let time = 0; time < 10; time += 1) {
      const next = await refresh(server, refreshToken)
      token = next.token
      refreshToken = next.refreshToken
    }
    await me(server, token)
    await assert.rejects(refresh(server, person.refreshToken), ended)
    await assert.rejects(me(server, token), ended)
  })

  test('what was never a refresh token ends nothing', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    for (const token of ['', 'x', 'A'.repeat(64), person.token, `${person.refreshToken}A`]) {
      await assert.rejects(refresh(server, token), ended)
    }
    await person.client.call('currentUser')
  })

  test('without «remember me» a session ends after two idle hours, and after a day', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const idle = await signUp(server)
    const busy = await signIn(server, 'ada')
    const last = await keepUp(server, busy.refreshToken, DAY, HOUR)
    await assert.rejects(refresh(server, idle.refreshToken), ended)
    const { expiresIn, token } = await refresh(server, last)
    assert.equal(expiresIn, 15 * MINUTE)
    server.clock.advance(HOUR)
    await assert.rejects(refresh(server, last), ended)
    await assert.rejects(me(server, token), ended)

    const short = await signIn(server, 'ada')
    server.clock.advance(2 * HOUR - SECOND)
    const { refreshToken } = await refresh(server, short.refreshToken)
    server.clock.advance(2 * HOUR)
    await assert.rejects(refresh(server, refreshToken), ended)
  })

  test('with «remember me» it is fourteen days and thirty', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const { password } = await signUp(server)
    const busy = await signIn(server, 'ada', password, true)
    const last = await keepUp(server, busy.refreshToken, 30 * DAY, 13 * DAY)
    const idle = await signIn(server, 'ada', password, true)
    await refresh(server, last)
    server.clock.advance(4 * DAY)
    await assert.rejects(refresh(server, last), ended)
    server.clock.advance(10 * DAY - SECOND)
    const { refreshToken } = await refresh(server, idle.refreshToken)
    server.clock.advance(14 * DAY)
    await assert.rejects(refresh(server, refreshToken), ended)
  })

  test('a person has twenty sessions; the one unused for longest goes', async () => {
    await using server = await startServer(await place())
    const first = await signUp(server)
    const second = await signIn(server, 'ada')
    server.clock.advance(MINUTE)
    const kept = await refresh(server, first.refreshToken)
    for (let time = 0; time < 19; time += 1) {
      server.clock.advance(5 * SECOND)
      await signIn(server, 'ada')
    }
    await me(server, kept.token)
    await assert.rejects(second.client.call('currentUser'), ended)
  })

  test('signing out ends this session on the server and no other', async () => {
    await using server = await startServer(await place())
    const here = await signUp(server)
    const there = await signIn(server, 'ada')
    await here.client.call('logout', { body: {} })
    await assert.rejects(here.client.call('currentUser'), ended)
    await assert.rejects(refresh(server, here.refreshToken), ended)
    await there.client.call('currentUser')
    await here.client.call('logout', { body: {} })
    await assert.rejects(server.client.call('logout', { body: {} }), { code: 'AUTHENTICATION_REQUIRED' })
  })

  test('an account that is disabled is out at once, for good', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const { database } = server.services
    await database.updateTable('users').set({ is_active: 0 }).execute()
    await assert.rejects(person.client.call('currentUser'), ended)
    await assert.rejects(refresh(server, person.refreshToken), ended)
  })

  test('rights given and taken count from the next call on', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    const { database } = server.services
    await database.updateTable('users').set({ is_admin: 1, is_pro: 1 }).execute()
    const { user } = await client.call('currentUser')
    assert.deepEqual([user.isAdmin, user.isPro], [true, true])
    await database.updateTable('users').set({ is_admin: 0, is_pro: 0 }).execute()
    const after = await client.call('currentUser')
    assert.deepEqual([after.user.isAdmin, after.user.isPro], [false, false])
  })

  test('no table holds a token', async () => {
    await using server = await startServer(await place())
    const person = await signUp(server)
    const next = await refresh(server, person.refreshToken)
    const rows = await server.services.database.selectFrom('sessions').selectAll().execute()
    const kept = rows.flatMap((row) =>
      Object.values(row).map((value) => Buffer.from(value instanceof Uint8Array ? value : String(value))),
    )
    for (const token of [person.token, person.refreshToken, next.token, next.refreshToken]) {
      const raw = Buffer.from(token, 'base64url')
      assert.ok(!kept.some((value) => value.includes(raw) || value.includes(token)))
    }
  })
})
