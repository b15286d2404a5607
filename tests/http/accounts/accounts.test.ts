import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goodPassword, opened, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000

function post(server: TestServer, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${server.baseUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

function register(
  { client }: TestServer,
  changes: Partial<Record<'username' | 'email' | 'password', string>>,
) {
  const body = { username: 'ada', email: 'ada@example.org', password: goodPassword, ...changes }
  return client.call('register', { body })
}

async function login({ client }: TestServer, username: string, password: string = goodPassword) {
  return opened(await client.call('login', { body: { username, password } }))
}

forEachDatabase('accounts', ({ place }) => {
  test('a person registers and signs in by name or address, in any case', async () => {
    await using server = await startServer(await place())
    const { user } = await register(server, { username: 'Ada_L-1', email: 'Ada@Example.org' })
    assert.deepEqual(user, {
      id: user.id,
      username: 'Ada_L-1',
      email: 'Ada@Example.org',
      isAdmin: false,
      isPro: false,
      mustChangePassword: false,
      mustAddFactor: false,
      language: null,
    })
    for (const name of ['Ada_L-1', 'ada_l-1', 'Ada@Example.org', 'ada@example.ORG', ' ada_l-1 ']) {
      const reply = await login(server, name)
      assert.deepEqual(reply.user, user)
      assert.ok(reply.expiresIn > 14 * MINUTE && reply.expiresIn <= 15 * MINUTE)
    }
    const { client } = await signIn(server, 'ada_l-1')
    assert.deepEqual((await client.call('currentUser')).user, user)
  })

  test('a name or an address is had once, in whatever case', async () => {
    await using server = await startServer(await place())
    await register(server, {})
    await assert.rejects(register(server, { username: 'ADA', email: 'other@example.org' }), {
      code: 'USERNAME_TAKEN',
      status: 409,
    })
    await assert.rejects(register(server, { username: 'other', email: 'ADA@example.org' }), {
      code: 'EMAIL_TAKEN',
      status: 409,
    })
  })

  test('of many who want a name at the same time one gets it', async () => {
    await using server = await startServer(await place())
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => register(server, { email: `ada${index}@example.org` })),
    )
    const refusals = tries.filter((one) => one.status === 'rejected')
    assert.equal(refusals.length, 5)
    for (const { reason } of refusals) assert.equal(reason.code, 'USERNAME_TAKEN')
  })

  test('many tries at the same time are counted one by one', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    await register(server, {})
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => login(server, 'ada', 'wrong one')),
    )
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
    assert.equal(codes.filter((code) => code === 'INVALID_CREDENTIALS').length, 5)
    assert.equal(codes.filter((code) => code === 'RATE_LIMITED').length, 7)
  })

  test('many right ones at the same time all come in', async () => {
    await using server = await startServer(await place())
    await register(server, {})
    await Promise.all(Array.from({ length: 8 }, () => login(server, 'ada')))
  })

  test('a disabled account is told so with its password only', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    await server.services.database.updateTable('users').set({ is_active: 0 }).execute()
    await assert.rejects(client.call('currentUser'), { code: 'INVALID_TOKEN', status: 401 })
    await assert.rejects(login(server, 'ada'), { code: 'ACCOUNT_DISABLED', status: 403 })
    await assert.rejects(login(server, 'ada', 'wrong one'), { code: 'INVALID_CREDENTIALS' })
  })

  test('a hash made at another cost is made anew at the next sign-in', async () => {
    // What passwords cost by default.
    await using server = await startServer({ ...(await place()), environment: { PASSWORD_COST: '' } })
    await register(server, {})
    const cheap =
      '$argon2id$v=19$m=8192,t=1,p=1$c29tZSBzYWx0IGhlcmUhIQ$Mv4IQS/JDBiI/UuAmT8XIoJMNsjiH6q4WwAfEGSgIoU'
    await server.services.database.updateTable('users').set({ password_hash: cheap }).execute()
    await login(server, 'ada')
    const { password_hash: hash } = await server.services.database
      .selectFrom('users')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await login(server, 'ada')
  })
})

const refusedNames: Record<string, [Parameters<typeof register>[1], string]> = {
  'a short name': [{ username: 'ab' }, 'INVALID_USERNAME'],
  'a long name': [{ username: 'a'.repeat(51) }, 'INVALID_USERNAME'],
  'a name with a space': [{ username: 'ada lovelace' }, 'INVALID_USERNAME'],
  'a name with an @': [{ username: 'a@example.org' }, 'INVALID_USERNAME'],
  'a name of other letters': [{ username: 'Ада' }, 'INVALID_USERNAME'],
  'no address': [{ email: '' }, 'INVALID_EMAIL'],
  'an address without a host': [{ email: 'ada' }, 'INVALID_EMAIL'],
  'an address with a line break': [{ email: 'ada@example.org\r\nBcc: b@example.org' }, 'INVALID_EMAIL'],
  'a short password': [{ password: 'a7f!x0q' }, 'PASSWORD_TOO_SHORT'],
  'a password of seven letters in many bytes': [{ password: '🙂🙂🙂🙂🙂🙂🙂' }, 'PASSWORD_TOO_SHORT'],
  'the commonest password': [{ password: 'password123' }, 'PASSWORD_TOO_COMMON'],
  'the first of the common passwords': [{ password: '!qaz2wsx' }, 'PASSWORD_TOO_COMMON'],
  'the last of them': [{ password: 'zzzzzzz1' }, 'PASSWORD_TOO_COMMON'],
  'one character again and again': [{ password: '00000000' }, 'PASSWORD_TOO_COMMON'],
  'a pair again and again': [{ password: '7a7a7a7a7a' }, 'PASSWORD_TOO_COMMON'],
  'a run of digits': [{ password: '01234567' }, 'PASSWORD_TOO_COMMON'],
  'a run backwards': [{ password: 'ihgfedcba' }, 'PASSWORD_TOO_COMMON'],
  'a common password in capitals': [{ password: 'QWERTYUIOP' }, 'PASSWORD_TOO_COMMON'],
  'the name of the service': [{ password: 'Restante1!' }, 'PASSWORD_TOO_COMMON'],
  'their own name': [{ username: 'lovelace', password: 'lovelace99' }, 'PASSWORD_TOO_COMMON'],
  'their own address': [{ email: 'countess@example.org', password: 'countess' }, 'PASSWORD_TOO_COMMON'],
}
test('names, addresses and passwords that will not do are refused, each with its reason', async () => {
  await using server = await startServer()
  for (const [what, [changes, code]] of Object.entries(refusedNames)) {
    await assert.rejects(register(server, changes), { code, status: 400 }, what)
    server.clock.advance(MINUTE)
  }
  await assert.rejects(login(server, 'ada'), { code: 'INVALID_CREDENTIALS' })
})

test('a short password is refused in the words of the contract', async () => {
  await using server = await startServer()
  await assert.rejects(register(server, { password: 'short' }), {
    message: 'Password must be at least 8 characters long',
  })
})

test('long passwords and any characters are taken whole', async () => {
  await using server = await startServer()
  const long = `${'x'.repeat(1020)}🙂ä`
  const partOfCommon = '01telemike0'
  const passwords = { long, spaces: '   two  words ', greek: 'Ελληνικά', nul: 'with\0nothing', partOfCommon }
  for (const [username, password] of Object.entries(passwords)) {
    await register(server, { username, email: `${username}@example.org`, password })
    await login(server, username, password)
  }
  await assert.rejects(login(server, 'long', long.slice(0, -1)), { code: 'INVALID_CREDENTIALS' })
  await assert.rejects(login(server, 'spaces', 'two  words'), { code: 'INVALID_CREDENTIALS' })
  await assert.rejects(login(server, 'nul', 'with'), { code: 'INVALID_CREDENTIALS' })
  await login(server, 'greek', 'Ελληνικά'.normalize('NFD'))
})

test('a wrong password and an unknown name are told apart by nothing', async () => {
  await using server = await startServer()
  await register(server, {})
  const wrong = await post(server, '/auth/login', { username: 'ada', password: 'not the one' })
  const unknown = await post(server, '/auth/login', { username: 'bob', password: 'not the one' })
  const noAddress = await post(server, '/auth/login', {
    username: 'b@example.org',
    password: 'not the one',
  })
  assert.equal(wrong.status, 401)
  const answer = await wrong.text()
  assert.match(answer, /INVALID_CREDENTIALS/)
  for (const other of [unknown, noAddress]) {
    assert.equal(other.status, 401)
    assert.equal(await other.text(), answer)
  }
})

test('after five wrong passwords the next must wait, ever longer, a minute at most', async () => {
  await using server = await startServer()
  server.clock.freeze()
  await register(server, {})
  for (const name of ['ada', 'nobody']) {
    for (let time = 0; time < 5; time += 1) {
      await assert.rejects(login(server, name, 'wrong one'), { code: 'INVALID_CREDENTIALS' })
    }
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const refusal = await post(server, '/auth/login', { username: name, password: goodPassword })
      assert.equal(refusal.headers.get('retry-after'), String(seconds), name)
      assert.equal(await codeOf(refusal, 429), 'RATE_LIMITED')
      server.clock.advance(seconds * 1000)
      await assert.rejects(login(server, name, 'wrong one'), { code: 'INVALID_CREDENTIALS' })
    }
  }
  server.clock.advance(MINUTE)
  await login(server, 'ada')
  await assert.rejects(login(server, 'ada', 'wrong one'), { code: 'INVALID_CREDENTIALS' })
  await login(server, 'ada')
})

test('an address has twenty sign-ins a minute, whatever the names', async () => {
  await using server = await startServer()
  server.clock.freeze()
  for (let time = 0; time < 20; time += 1) {
    await assert.rejects(login(server, `name${time}`), { code: 'INVALID_CREDENTIALS' })
  }
  await assert.rejects(login(server, 'name20'), { code: 'RATE_LIMITED', status: 429 })
  server.clock.advance(MINUTE)
  await assert.rejects(login(server, 'name20'), { code: 'INVALID_CREDENTIALS' })
})

test('nobody registers as more than they are', async () => {
  await using server = await startServer()
  const wishes = {
    isAdmin: true,
    is_admin: 1,
    isPro: true,
    storageLimit: 1e15,
    mustChangePassword: true,
    id: 'mine',
  }
  const response = await post(server, '/auth/register', {
    username: 'ada',
    email: 'ada@example.org',
    password: goodPassword,
    ...wishes,
  })
  assert.equal(response.status, 201)
  const { user } = await login(server, 'ada')
  assert.notEqual(user.id, 'mine')
  assert.deepEqual(user, { ...user, isAdmin: false, isPro: false, mustChangePassword: false })
})
