import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256Text } from '#crypto/random-id.ts'
import { clientWith } from '#tests/support/accounts/accounts.ts'
import { onSqlite } from '#tests/support/databases/databases.ts'
import {
  clientId,
  hmacOf,
  newKey,
  publicPem,
  type SigningKey,
  startHostileProvider,
  token,
} from '#tests/support/oidc/hostile-provider.ts'
import { exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { startServer } from '#tests/support/server/server.ts'

type Claims = Readonly<Record<string, unknown>>
type Forgery = (claims: Claims, key: SigningKey) => string

/** An honestly signed token with other claims; undefined takes one away. */
function claiming(change: Claims | ((claims: Claims) => Claims)): Forgery {
  return (claims, key) =>
    token({ ...claims, ...(typeof change === 'function' ? change(claims) : change) }, key)
}
const now = () => Math.floor(Date.now() / 1000)
const stranger = newKey('honest')
const strangerOfOtherName = newKey('unknown')

const forgeries: Record<string, Forgery> = {
  'alg none, without a signature': (claims, key) =>
    token(claims, key, { header: { alg: 'none' }, signature: () => Buffer.alloc(0) }),
  'alg None in another spelling': (claims, key) =>
    token(claims, key, { header: { alg: 'nOnE' }, signature: () => Buffer.alloc(0) }),
  'HS256 with the public key as its secret': (claims, key) =>
    token(claims, key, { header: { alg: 'HS256' }, signature: hmacOf(publicPem(key)) }),
  'HS256 with the client id as its secret': (claims, key) =>
    token(claims, key, { header: { alg: 'HS256' }, signature: hmacOf(clientId) }),
  'an empty signature': (claims, key) => token(claims, key, { signature: () => Buffer.alloc(0) }),
  'a signature of something else': (claims, key) =>
    token(claims, key, { signature: () => Buffer.alloc(256, 7) }),
  'claims changed after signing': (claims, key) => {
    const [header, , signature] = token(claims, key).split('.')
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString('base64url')
    return `${header}.${changed}.${signature}`
  },
  'the key of a stranger under the known kid': (claims) => token(claims, stranger),
  'a kid that nobody published': (claims) => token(claims, strangerOfOtherName),
  'a key of its own in the header': (claims) =>
    token(claims, strangerOfOtherName, { header: { jwk: { kty: 'RSA' }, jku: 'https://evil.example' } }),
  'a critical header that nobody knows': (claims, key) =>
    token(claims, key, { header: { crit: ['exp-extra'], 'exp-extra': 1 } }),
  'another algorithm than that of the key': (claims, key) => token(claims, key, { header: { alg: 'ES256' } }),
  'another issuer': claiming({ iss: 'https://evil.example' }),
  'the issuer with a slash more': claiming(({ iss }) => ({ iss: `${iss}/` })),
  'no issuer': claiming({ iss: undefined }),
  'another audience': claiming({ aud: 'another-client' }),
  'no audience': claiming({ aud: undefined }),
  'several audiences without azp': claiming({ aud: [clientId, 'another-client'] }),
  'several audiences and another azp': claiming({ aud: [clientId, 'other'], azp: 'other' }),
  'one audience and another azp': claiming({ azp: 'another-client' }),
  'another nonce': claiming({ nonce: 'of another sign-in' }),
  'no nonce': claiming({ nonce: undefined }),
  'expired by more than the skew': claiming(() => ({ exp: now() - 61 })),
  'no expiry': claiming({ exp: undefined }),
  'not yet good': claiming(() => ({ nbf: now() + 120 })),
  'no time of issue': claiming({ iat: undefined }),
  'no subject': claiming({ sub: undefined }),
  'an empty subject': claiming({ sub: '' }),
  'a subject without an end': claiming({ sub: 's'.repeat(256) }),
  'another subject than the userinfo': claiming({ sub: 'm2' }),
  'a subject that is no text': claiming({ sub: 7 }),
  'no token at all': () => 'nonsense',
}

onSqlite('a provider that cannot be trusted', ({ place }) => {
  test('opens nothing with any of these id tokens', async () => {
    await using hostile = await startHostileProvider()
    const environment = { ...hostile.environment, RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    for (const [name, forgery] of Object.entries(forgeries)) {
      hostile.provider.idToken = forgery
      const { fragment } = await providerBrowser(server).go()
      assert.equal(fragment.toString(), 'oidc=failed', name)
    }
    assert.ok(Object.keys(forgeries).length >= 25)
    const users = await server.services.database.selectFrom('users').select('id').execute()
    assert.deepEqual(users, [])
    hostile.reset()
    // The same provider is believed where it is honest, within a minute of skew.
    hostile.provider.idToken = claiming(() => ({ exp: now() - 30, azp: clientId }))
    const reply = await exchange(server, await providerBrowser(server).go())
    assert.ok('token' in reply && reply.user.username === 'mallory')
  })

  test('is believed with every algorithm that is accepted, and new keys are noticed', async () => {
    await using hostile = await startHostileProvider()
    const keys = (['ES256', 'EdDSA', 'PS256'] as const).map((alg) => newKey(alg, alg))
    hostile.provider.keys = [hostile.provider.key, ...keys]
    const environment = { ...hostile.environment, RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    for (const key of keys) {
      hostile.provider.idToken = (claims) => token(claims, key)
      assert.ok('token' in (await exchange(server, await providerBrowser(server).go())), key.alg)
    }
  })

  test('ends the days of grace once it says that it has asked for more than one factor', async () => {
    await using hostile = await startHostileProvider()
    const environment = { ...hostile.environment, SECOND_FACTOR: 'all', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    async function dueAfterSignIn() {
      const reply = await exchange(server, await providerBrowser(server).go())
      assert.ok('token' in reply)
      return (await clientWith(server, reply.token).call('security')).security.dueAt
    }
    assert.ok(await dueAfterSignIn())
    hostile.provider.idToken = claiming({ amr: ['pwd', 'mfa'] })
    assert.equal(await dueAfterSignIn(), null)
  })

  test('cannot answer for another one, nor for another sign-in', async () => {
    await using hostile = await startHostileProvider()
    const secret = { OIDC_CLIENT_SECRET: 'a-b_c.d~e%f' }
    const environment = { ...hostile.environment, ...secret, RATE_LIMITS: 'off' }
    const warnings: string[] = []
    const log = (line: string) => void (line.includes('at the provider failed') && warnings.push(line))
    await using server = await startServer({ ...(await place()), environment, log })
    for (const change of [
      (query: URLSearchParams) => query.set('iss', 'https://another.example'),
      (query: URLSearchParams) => query.delete('iss'),
      (query: URLSearchParams) => query.set('state', 'another'),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.append('code', 'a second code'),
      (query: URLSearchParams) => query.delete('code'),
    ]) {
      hostile.provider.answer = change
      assert.equal((await providerBrowser(server).go()).fragment.toString(), 'oidc=failed', String(change))
    }
    assert.equal(hostile.provider.tokens, 0)
    assert.match(warnings[0] ?? '', /unexpected \\"iss\\" \(issuer\) response parameter value/)
    hostile.reset()
    const browser = providerBrowser(server)
    const { callback, verifier } = await browser.start()
    await browser.finish({ callback, verifier })
    const [sent = ''] = hostile.provider.codeVerifiers
    assert.match(sent, /^[\w-]{43}$/)
    assert.notEqual(sha256Text(sent), sent)
    // Nothing is escaped that need not be: not every provider undoes it.
    const basic = Buffer.from(`${clientId}:a-b_c.d~e%25f`).toString('base64')
    assert.equal(hostile.provider.authorization, `Basic ${basic}`)
  })

  test('says what it can of addresses and roles, and is believed no further', async () => {
    await using hostile = await startHostileProvider()
    const environment = { ...hostile.environment, OIDC_QUOTA_CLAIM: 'quota', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    for (const [sub, email] of [
      ['m2', undefined],
      ['m3', 'nobody'],
      ['m4', ['mallory@example.org']],
    ] as const) {
      hostile.provider.idToken = claiming({ sub, email })
      hostile.provider.userinfo = () => ({ sub, email: undefined })
      const arrival = await providerBrowser(server).go()
      await assert.rejects(exchange(server, arrival), { code: 'PROVIDER_EMAIL_MISSING', status: 403 })
    }
    // An address of the userinfo is not verified by the id token.
    hostile.provider.idToken = claiming({ sub: 'm5', email: undefined, email_verified: true })
    hostile.provider.userinfo = () => ({ sub: 'm5', email: 'm5@example.org' })
    for (const quota of [-1, 1.5, 'all', { bytes: 1 }, 2 ** 60]) {
      const { userinfo } = hostile.provider
      hostile.provider.userinfo = (claims) => ({ ...userinfo(claims), quota })
      assert.ok('token' in (await exchange(server, await providerBrowser(server).go())))
    }
    const rows = await server.services.database
      .selectFrom('users')
      .select(['username', 'email_verified_at', 'storage_limit'])
      .execute()
    assert.deepEqual(rows, [{ username: 'mallory', email_verified_at: null, storage_limit: 2 * 1024 ** 3 }])
  })

  test('that signs with nothing acceptable, or calls itself otherwise, is as good as down', async () => {
    await using hostile = await startHostileProvider()
    for (const description of [
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
      { issuer: 'https://another.example' },
    ]) {
      hostile.provider.description = description
      await using server = await startServer({ ...(await place()), environment: hostile.environment })
      const start = `${server.baseUrl}/api/auth/oidc/start?challenge=${'A'.repeat(43)}`
      const response = await fetch(start, { redirect: 'manual' })
      assert.match(response.headers.get('location') ?? '', /\/login#oidc=unavailable$/)
    }
  })
})
