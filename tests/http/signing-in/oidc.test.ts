import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createUser } from '#server/identity/accounts/create-user.ts'
import {
  clientWith,
  goodPassword,
  type Person,
  sendJson,
  signIn,
  signUp,
  signUpAdmin,
} from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startIdentityProvider } from '#tests/support/oidc/identity-provider.ts'
import { codeIn, exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const expired = { code: 'CHALLENGE_EXPIRED', status: 401 }
const admins = { OIDC_ADMIN_CLAIM: 'groups:restante-admins', OIDC_PRO_CLAIM: 'groups:pro' }
const claims = { ...admins, OIDC_QUOTA_CLAIM: 'quota', RATE_LIMITS: 'off' }
/** What the provider says of someone for whom claims give all there is, and what they have with it and without it. */
const claimed = { groups: ['restante-admins', 'pro'], quota: '20GB' }
const everything = { isAdmin: true, isPro: true, storageLimit: 20 * 1024 ** 3 }
const nothing = { isAdmin: false, isPro: false, storageLimit: 2 * 1024 ** 3 }

/** Signs in through the provider, without a second step. */
async function enter(server: TestServer): Promise<Person> {
  const reply = await exchange(server, await providerBrowser(server).go())
  assert.ok('token' in reply, JSON.stringify(reply))
  return { ...reply, password: '', client: clientWith(server, reply.token) }
}

/** Connects the provider's member of the moment in the profile. @returns the id of the sign-in */
async function connect(server: TestServer, person: Person): Promise<string> {
  const arrival = await providerBrowser(server).go({ purpose: 'connect' })
  const body = { code: codeIn(arrival), verifier: arrival.verifier }
  const headers = await confirm(person)
  return (await person.client.call('connectIdentity', { body, headers })).identity.id
}

async function disconnect(person: Person, id: string): Promise<void> {
  await person.client.call('disconnectIdentity', { params: { id }, headers: await confirm(person) })
}

async function rightsOf({ client }: Person) {
  const { isAdmin, isPro, storageLimit } = (await client.call('profile')).user
  return { isAdmin, isPro, storageLimit }
}

async function auditOf({ services }: TestServer, act: string) {
  const rows = await services.database.selectFrom('audit_log').selectAll().orderBy('at').execute()
  return rows.filter((row) => row.act === act).map(({ details }) => JSON.parse(details))
}

forEachDatabase('signing in with a provider', ({ engine, place }) => {
  test('opens an account at the first sign-in, with a name of its own, and the same one from then on', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, OIDC_SIGN_UP: 'example.org', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const { config } = { config: await server.client.call('config') }
    assert.deepEqual(config.oidc, { name: 'Gemeente Rotterdam', signUp: true })
    await signUp(server, 'ada-2')
    await createUser(server.services, { username: 'ada', email: 'other@example.org', password: goodPassword })
    const browser = providerBrowser(server)
    const arrival = await browser.go({ redirect: '/portal/files?page=2' })
    assert.equal(arrival.page, '/login?redirect=%2Fportal%2Ffiles%3Fpage%3D2')
    const reply = await exchange(server, arrival)
    assert.ok('token' in reply)
    assert.deepEqual(
      [reply.user.username, reply.user.email, reply.user.isAdmin],
      ['ada-3', 'ada@example.org', false],
    )
    const ada = clientWith(server, reply.token)
    assert.equal((await ada.call('profile')).user.hasPassword, false)
    const login = { body: { username: 'ada-3', password: 'none' } }
    await assert.rejects(server.client.call('login', login), { code: 'INVALID_CREDENTIALS' })
    // The provider knows people by their subject: the address may change.
    provider.state.member = { ...provider.state.member, email: 'a.lovelace@example.org' }
    assert.equal((await enter(server)).user.id, reply.user.id)
    const { identities } = await ada.call('identities')
    assert.deepEqual(
      identities.map(({ provider, current, email, removable }) => ({ provider, current, email, removable })),
      [
        {
          provider: 'Gemeente Rotterdam',
          current: true,
          email: 'a.lovelace@example.org',
          removable: false,
        },
      ],
    )
    provider.state.member = { sub: 'b2', email: 'bob@elsewhere.net', email_verified: true }
    await assert.rejects(enter(server), { code: 'ACCOUNT_NOT_CONNECTED', status: 403 })
    provider.state.member = { sub: 'b2', email: 'bob@example.org', email_verified: false }
    await assert.rejects(enter(server), { code: 'ACCOUNT_NOT_CONNECTED' })
    const text = JSON.stringify(
      await server.services.database.selectFrom('oidc_sign_ins').selectAll().execute(),
    )
    assert.doesNotMatch(text, /example\.org/)
  })

  test('never takes over an account by its address, and connects it once its owner has signed in', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, OIDC_SIGN_UP: 'on', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const before = await signUp(server)
    const eve = await signUp(server, 'eve')
    const arrival = await providerBrowser(server).go()
    const due = await exchange(server, arrival)
    assert.ok('connect' in due && !('token' in due))
    const body = { code: due.connect.code, verifier: arrival.verifier }
    // Neither someone else nor a session of before will do, and the code is good once.
    server.clock.advance(1000)
    const stranger = await signIn(server, 'eve')
    await assert.rejects(stranger.client.call('connectIdentity', { body }), { code: 'CONFIRMATION_REQUIRED' })
    await assert.rejects(before.client.call('connectIdentity', { body }), expired)
    const early = await providerBrowser(server).go()
    const ofEarly = await exchange(server, early)
    assert.ok('connect' in ofEarly)
    const earlier = { code: ofEarly.connect.code, verifier: early.verifier }
    await assert.rejects(before.client.call('connectIdentity', { body: earlier }), {
      code: 'CONFIRMATION_REQUIRED',
    })
    const again = await providerBrowser(server).go()
    const next = await exchange(server, again)
    assert.ok('connect' in next)
    const ofNext = { code: next.connect.code, verifier: again.verifier }
    server.clock.advance(1000)
    const ada = await signIn(server, 'ada')
    const { identity } = await ada.client.call('connectIdentity', { body: ofNext })
    assert.equal(identity.removable, true)
    assert.equal((await enter(server)).user.id, ada.user.id)
    const subjects = await subjectsTo(server, 'ada@example.org')
    assert.ok(subjects.some((subject) => subject.includes('New way to sign in')))
    assert.equal((await auditOf(server, 'account.identity-connected')).length, 1)
    const exported = await fetch(`${server.baseUrl}/api/users/export`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    assert.equal(JSON.parse(await exported.text()).identities[0].subject, 'a1')

    const params = { id: identity.id }
    await assert.rejects(ada.client.call('disconnectIdentity', { params }), {
      code: 'CONFIRMATION_REQUIRED',
    })
    await assert.rejects(eve.client.call('disconnectIdentity', { params, headers: await confirm(eve) }), {
      code: 'IDENTITY_NOT_FOUND',
    })
    await ada.client.call('disconnectIdentity', { params, headers: await confirm(ada) })
    assert.ok('connect' in (await exchange(server, await providerBrowser(server).go())))

    // In the profile it wants a confirmation, and each side is connected once.
    const fresh = await providerBrowser(server).go({ purpose: 'connect' })
    assert.equal(fresh.page, '/portal/profile?section=security')
    assert.equal(fresh.fragment.get('for'), 'connect')
    const headers = await confirm(ada)
    const ofFresh = { code: codeIn(fresh), verifier: fresh.verifier }
    await ada.client.call('connectIdentity', { body: ofFresh, headers })
    const other = await providerBrowser(server).go({ purpose: 'connect' })
    const ofOther = { code: codeIn(other), verifier: other.verifier }
    await assert.rejects(eve.client.call('connectIdentity', { body: ofOther, headers: await confirm(eve) }), {
      code: 'IDENTITY_TAKEN',
      status: 409,
    })
  })

  test('connects by a verified address only where both sides have verified it, and no administrator', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, OIDC_LINK_VERIFIED_EMAIL: 'on', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const { member } = provider.state
    for (const [username, isAdmin, emailVerified] of [
      ['ada', false, true],
      ['root', true, true],
      ['squatter', false, false],
    ] as const)
      await createUser(server.services, {
        username,
        email: `${username}@example.org`,
        password: goodPassword,
        isAdmin,
        emailVerified,
      })
    provider.state.member = { ...member, email_verified: false }
    assert.ok('connect' in (await exchange(server, await providerBrowser(server).go())))
    provider.state.member = member
    assert.equal((await enter(server)).user.username, 'ada')
    for (const name of ['root', 'squatter']) {
      provider.state.member = { sub: name, email: `${name}@example.org`, email_verified: true }
      assert.ok('connect' in (await exchange(server, await providerBrowser(server).go())), name)
    }
  })

  // On SQLite one comes after the other.
  if (engine === 'postgres')
    test('does not connect with an account that becomes an administrator’s meanwhile', async () => {
      await using provider = await startIdentityProvider()
      const environment = { ...provider.environment, OIDC_LINK_VERIFIED_EMAIL: 'on', RATE_LIMITS: 'off' }
      const at = await place()
      await using server = await startServer({ ...at, environment })
      const root = await signUpAdmin(server)
      const { id, email } = await createUser(server.services, {
        username: 'ada',
        email: 'ada@example.org',
        password: goodPassword,
        emailVerified: true,
      })
      const arrival = await providerBrowser(server).go()
      const body = { username: 'ada', email, isActive: true, isAdmin: true, isPro: false, storageLimit: 1 }
      const codes = await meet(
        at,
        'users',
        () => root.client.call('updateUser', { params: { id }, body }),
        () => [exchange(server, arrival).then((reply) => assert.ok('connect' in reply))],
      )
      assert.deepEqual(codes, ['none'])
    })

  test('gives and takes roles by claims, which local administrators and the last one keep', async () => {
    await using provider = await startIdentityProvider()
    const environment = {
      ...provider.environment,
      ...admins,
      OIDC_QUOTA_CLAIM: 'quota',
      OIDC_SIGN_UP: 'on',
      RATE_LIMITS: 'off',
    }
    await using server = await startServer({ ...(await place()), environment })
    const { member } = provider.state
    // Nobody administers the service yet, which makes no administrator of anyone.
    assert.equal((await enter(server)).user.isAdmin, false)
    provider.state.member = { ...member, groups: ['restante-admins', 'pro'], quota: '20GB' }
    const first = await enter(server)
    assert.deepEqual([first.user.isAdmin, first.user.isPro], [true, true])
    assert.equal((await first.client.call('profile')).user.storageLimit, 20 * 1024 ** 3)
    await first.client.call('adminUsers', { query: {} })
    provider.state.member = { ...member, groups: ['others'] }
    const last = await enter(server)
    assert.deepEqual([last.user.isAdmin, last.user.isPro], [true, false])
    assert.equal((await last.client.call('profile')).user.storageLimit, 2 * 1024 ** 3)
    await assert.rejects(first.client.call('profile'), { code: 'INVALID_TOKEN' })

    const root = await signUpAdmin(server)
    const after = await enter(server)
    assert.equal(after.user.isAdmin, false)
    await assert.rejects(last.client.call('profile'), { code: 'INVALID_TOKEN' })
    // What an administrator gives is no claim's to take.
    const { id, username, email } = after.user
    const body = { username, email, isActive: true, isPro: true, isAdmin: true, storageLimit: 5 }
    await root.client.call('updateUser', { params: { id }, body })
    const local = await enter(server)
    assert.deepEqual([local.user.isAdmin, local.user.isPro], [true, true])
    assert.equal((await local.client.call('profile')).user.storageLimit, 5)
    const changes = await auditOf(server, 'user.updated')
    assert.deepEqual(
      changes.filter(({ byProvider }) => byProvider).map(({ isAdmin }) => isAdmin),
      [true, undefined, false],
    )
  })

  test('takes what claims gave along with the sign-in, which connected again does not keep it', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, ...claims }
    await using server = await startServer({ ...(await place()), environment })
    const { member } = provider.state
    const root = await signUpAdmin(server)
    const ada = await signUp(server)
    const first = await connect(server, ada)
    provider.state.member = { ...member, ...claimed }
    const other = await enter(server)
    assert.deepEqual(await rightsOf(other), everything)
    await disconnect(ada, first)
    assert.deepEqual(await rightsOf(ada), nothing)
    await assert.rejects(other.client.call('profile'), { code: 'INVALID_TOKEN' })
    const changes = await auditOf(server, 'user.updated')
    assert.deepEqual(changes, [
      { ...everything, byProvider: true },
      { ...nothing, byProvider: true },
    ])

    const second = await connect(server, ada)
    assert.deepEqual(await rightsOf(await enter(server)), everything)
    provider.state.member = member
    assert.deepEqual(await rightsOf(await enter(server)), nothing)

    // The last administrator stays one, and connected.
    provider.state.member = { ...member, ...claimed }
    const last = { ...(await enter(server)), password: goodPassword }
    const { id, username, email } = root.user
    const body = { username, email, isActive: true, isPro: false, isAdmin: false, storageLimit: 5 }
    await last.client.call('updateUser', { params: { id }, body })
    await assert.rejects(disconnect(last, second), { code: 'LAST_ADMIN', status: 409 })
    assert.deepEqual(await rightsOf(await enter(server)), everything)
  })

  test('forgets the days in which a claimed administrator had to add a factor along with the role', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, ...claims, SECOND_FACTOR: 'administrators' }
    await using server = await startServer({ ...(await place()), environment })
    await signUpAdmin(server)
    const ada = await signUp(server)
    provider.state.member = { ...provider.state.member, ...claimed }
    async function dueAfterSignIn() {
      const { security } = await (await enter(server)).client.call('security')
      return Date.parse(security.dueAt ?? '')
    }
    const first = await connect(server, ada)
    const due = await dueAfterSignIn()
    server.clock.advance(20_000)
    assert.equal(await dueAfterSignIn(), due)
    await disconnect(ada, first)
    await connect(server, ada)
    assert.ok((await dueAfterSignIn()) >= due + 20_000)
  })

  test('does not disconnect the sign-in of an administrator by claims alone, where passwords are for administrators', async () => {
    await using provider = await startIdentityProvider()
    const environment = {
      ...provider.environment,
      ...claims,
      PASSWORD_SIGN_IN: 'admins',
      OIDC_LINK_VERIFIED_EMAIL: 'on',
    }
    await using server = await startServer({ ...(await place()), environment })
    await signUpAdmin(server)
    await createUser(server.services, {
      username: 'ada',
      email: 'ada@example.org',
      password: goodPassword,
      emailVerified: true,
    })
    provider.state.member = { ...provider.state.member, ...claimed }
    const ada = { ...(await enter(server)), password: goodPassword }
    const [identity] = (await ada.client.call('identities')).identities
    assert.ok(identity && !identity.removable)
    await assert.rejects(disconnect(ada, identity.id), { code: 'LAST_SIGN_IN' })
    assert.deepEqual(await rightsOf(await enter(server)), everything)
  })

  test('takes what the claims of a provider gave that has moved since', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, ...claims }
    await using server = await startServer({ ...(await place()), environment })
    const { member } = provider.state
    await signUpAdmin(server)
    const ada = await signUp(server)
    await connect(server, ada)
    provider.state.member = { ...member, ...claimed }
    await enter(server)
    const issuer = 'https://login.before.example'
    await server.services.database.updateTable('identities').set({ issuer }).execute()
    await connect(server, ada)
    assert.deepEqual(await rightsOf(await enter(server)), everything)
    provider.state.member = member
    assert.deepEqual(await rightsOf(await enter(server)), nothing)
  })

  test('asks for the second factor that an account has, and takes it as a fresh confirmation', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, OIDC_SIGN_UP: 'on', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const ada = await enter(server)
    async function confirmed() {
      const browser = providerBrowser(server)
      const arrival = await browser.go({ purpose: 'confirm', redirect: '/portal/profile?tab=2#x' })
      assert.equal(arrival.page, '/portal/profile?tab=2')
      const body = { oidcCode: codeIn(arrival), verifier: arrival.verifier }
      const { confirmation } = await ada.client.call('confirm', { body })
      await assert.rejects(ada.client.call('confirm', { body }), expired)
      return { 'x-confirmation': confirmation }
    }
    const headers = await confirmed()
    const { secret } = await ada.client.call('beginTotp', { headers })
    const code = appCode(secret, server.clock.now())
    await ada.client.call('confirmTotp', { body: { code }, headers })
    const due = await exchange(server, await providerBrowser(server).go())
    assert.ok('secondFactor' in due && !('token' in due))
    server.clock.advance(30_000)
    const { challenge } = due.secondFactor
    const next = appCode(secret, server.clock.now())
    const body = { challenge, method: 'totp', code: next } as const
    assert.equal((await server.client.call('secondFactor', { body })).user.id, ada.user.id)

    // The sign-in of another person confirms nothing.
    provider.state.member = { sub: 'b2', email: 'bob@example.org', preferred_username: 'b' }
    await enter(server)
    const foreign = await providerBrowser(server).go({ purpose: 'confirm' })
    const ofForeign = { oidcCode: codeIn(foreign), verifier: foreign.verifier }
    await assert.rejects(ada.client.call('confirm', { body: ofForeign }), { code: 'ACCOUNT_NOT_CONNECTED' })
    provider.state.member = { sub: 'a1', preferred_username: 'ada', email: 'ada@example.org' }

    const { identities } = await ada.client.call('identities')
    const params = { id: identities[0]?.id ?? '' }
    const fresh = await confirmed()
    await assert.rejects(ada.client.call('disconnectIdentity', { params, headers: fresh }), {
      code: 'LAST_SIGN_IN',
      status: 409,
    })
    await ada.client.call('updateProfile', {
      body: { username: 'ada', email: 'lovelace@example.org' },
      headers: fresh,
    })
    const erased = await sendJson(server, 'DELETE', '/users/me', {}, ada.token)
    assert.equal(await codeOf(erased, 403), 'CONFIRMATION_REQUIRED')
    await ada.client.call('eraseAccount', { body: {}, headers: fresh })
    const left = await server.services.database.selectFrom('identities').select('subject').execute()
    assert.deepEqual(left, [{ subject: 'b2' }])
  })

  test('keeps out the disabled, and under maintenance all but administrators', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, ...admins, OIDC_SIGN_UP: 'on', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server)
    const ada = await enter(server)
    await root.client.call('enableMaintenance', { body: {} })
    await assert.rejects(enter(server), { code: 'MAINTENANCE' })
    await root.client.call('disableMaintenance')
    const body = { username: 'ada', email: ada.user.email, isActive: false, isPro: false, storageLimit: 5 }
    await root.client.call('updateUser', { params: { id: ada.user.id }, body })
    await assert.rejects(enter(server), { code: 'ACCOUNT_DISABLED' })
  })
})

onSqlite('a sign-in with a provider', ({ place }) => {
  test('is bound to its browser and its page, is good once, and only for what it was for', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, OIDC_SIGN_UP: 'on', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const mallory = providerBrowser(server)
    const started = await mallory.start()
    // Login CSRF: someone else's answer in a browser that has asked nothing, or something else.
    const victim = providerBrowser(server)
    const planted = await victim.finish({ ...started })
    assert.equal(planted.fragment.get('oidc'), 'expired')
    const own = await victim.start()
    const swapped = await victim.finish({ verifier: own.verifier, callback: started.callback })
    assert.equal(swapped.fragment.get('oidc'), 'failed')
    // The cookie is gone after the callback, and the answer is good once.
    const arrival = await mallory.finish(started)
    assert.deepEqual([...(mallory.cookies.get(server.services.config.publicUrl) ?? [])], [])
    assert.equal((await mallory.finish(started)).fragment.get('oidc'), 'expired')
    // A link with the code signs nobody in who has not the verifier of the page, and spoils it.
    const code = codeIn(arrival)
    const stolen = { code, verifier: randomBytes(32).toString('base64url') }
    await assert.rejects(server.client.call('oidcExchange', { body: stolen }), expired)
    await assert.rejects(exchange(server, arrival), expired)

    const late = await mallory.go()
    server.clock.advance(60_000)
    await assert.rejects(exchange(server, late), expired)
    const once = await mallory.go()
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => exchange(server, once)))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(exchange(server, await mallory.go({ purpose: 'connect' })), expired)
    const slow = await mallory.start()
    server.clock.advance(10 * 60_000)
    assert.equal((await mallory.finish(slow)).fragment.get('oidc'), 'expired')
  })

  test('goes on to paths of our own only', async () => {
    await using provider = await startIdentityProvider()
    await using server = await startServer({
      ...(await place()),
      environment: { ...provider.environment, RATE_LIMITS: 'off' },
    })
    for (const redirect of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/%09/evil.example\t',
      'javascript:alert(1)',
      '/\n/evil.example',
    ]) {
      const { page } = await providerBrowser(server).go({ redirect })
      const target = new URL(page, 'https://own.example').searchParams.get('redirect') ?? '/'
      assert.equal(new URL(target, 'https://own.example').host, 'own.example', redirect)
      const other = await providerBrowser(server).go({ purpose: 'connect', redirect })
      assert.match(other.page, /^\/(?![/\\])/, redirect)
    }
  })

  test('sets the cookie for its browser alone, over TLS under the strictest name', async () => {
    await using provider = await startIdentityProvider()
    for (const [publicUrl, cookie] of [
      ['http://localhost:3000', /^restante-oidc=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/],
      [
        'https://files.example.eu',
        /^__Host-restante-oidc=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      ],
    ] as const) {
      const environment = { ...provider.environment, PUBLIC_URL: publicUrl }
      await using server = await startServer({ ...(await place()), environment })
      const start = `${server.baseUrl}/api/auth/oidc/start?challenge=${'A'.repeat(43)}`
      const response = await fetch(start, { redirect: 'manual' })
      assert.equal(response.status, 303)
      assert.match(response.headers.get('set-cookie') ?? '', cookie)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const { searchParams } = new URL(response.headers.get('location') ?? '')
      assert.equal(searchParams.get('redirect_uri'), `${publicUrl}/api/auth/oidc/callback`)
      assert.equal(searchParams.get('code_challenge_method'), 'S256')
      assert.equal(searchParams.get('response_type'), 'code')
      for (const name of ['state', 'nonce', 'code_challenge'])
        assert.match(searchParams.get(name) ?? '', /^[\w-]{43}$/)
    }
  })

  test('says when it was declined, asks too often, or the provider is down', async () => {
    const provider = await startIdentityProvider()
    await using server = await startServer({ ...(await place()), environment: provider.environment })
    provider.state.refuses = true
    const browser = providerBrowser(server)
    assert.equal((await browser.go()).fragment.toString(), 'oidc=denied')
    provider.state.refuses = false
    const begun = await browser.start()
    await provider[Symbol.asyncDispose]()
    assert.equal((await browser.finish(begun)).fragment.toString(), 'oidc=unavailable')
    await using cold = await startServer({ ...(await place()), environment: provider.environment })
    const arrival = await providerBrowser(cold).finish({
      verifier: '',
      callback: `${cold.services.config.publicUrl}/api/auth/oidc/start?challenge=${'A'.repeat(43)}`,
    })
    assert.deepEqual([arrival.page, arrival.fragment.toString()], ['/login', 'oidc=unavailable'])
    const start = `${server.baseUrl}/api/auth/oidc/start?challenge=${'A'.repeat(43)}`
    const locations: string[] = []
    for (let count = 0; count < 40; count += 1) {
      const response = await fetch(start, { redirect: 'manual' })
      locations.push(response.headers.get('location') ?? '')
    }
    assert.match(locations.at(-1) ?? '', /\/login#oidc=busy$/)
  })

  test('is not there where no provider is configured', async () => {
    await using server = await startServer(await place())
    assert.equal((await server.client.call('config')).oidc, null)
    const response = await fetch(`${server.baseUrl}/api/auth/oidc/start?challenge=${'A'.repeat(43)}`)
    assert.equal(response.status, 404)
  })

  test('can be the only way in: no passwords for anyone, or for administrators alone', async () => {
    await using provider = await startIdentityProvider()
    for (const rule of ['admins', 'off']) {
      const environment = { ...provider.environment, PASSWORD_SIGN_IN: rule, OIDC_SIGN_UP: 'on' }
      await using server = await startServer({ ...(await place()), environment })
      const config = await server.client.call('config')
      assert.deepEqual([config.passwordSignIn, config.registrationOpen], [rule, false])
      const off = { code: 'PASSWORD_SIGN_IN_OFF', status: 403 }
      for (const [username, isAdmin] of [
        ['bob', false],
        ['root', true],
      ] as const)
        await createUser(server.services, {
          username,
          email: `${username}@example.org`,
          password: goodPassword,
          isAdmin,
        })
      await assert.rejects(signUp(server, 'new'), { code: 'REGISTRATION_CLOSED' })
      await assert.rejects(signIn(server, 'bob'), off)
      if (rule === 'off') await assert.rejects(signIn(server, 'root'), off)
      else await signIn(server, 'root')
      assert.equal((await enter(server)).user.username, 'ada')
    }
  })
})

test('options that contradict one another stop the start', async () => {
  for (const [environment, words] of [
    [{ PASSWORD_SIGN_IN: 'off' }, /PASSWORD_SIGN_IN/],
    [{ OIDC_ISSUER: 'https://login.example.eu' }, /OIDC_CLIENT_ID/],
    [{ OIDC_ISSUER: 'http://login.example.eu', OIDC_CLIENT_ID: 'x' }, /OIDC_ISSUER/],
    [{ OIDC_ISSUER: 'https://login.example.eu', OIDC_CLIENT_ID: 'x', OIDC_SCOPES: 'email' }, /openid/],
    [
      {
        OIDC_ISSUER: 'https://login.example.eu',
        OIDC_CLIENT_ID: 'x',
        PUBLIC_URL: 'http://files.example.eu',
      },
      /https/,
    ],
    [{ EMAIL_VERIFICATION: 'on' }, /SMTP_URL/],
  ] as const)
    await assert.rejects(startServer({ environment }), words)
})
