import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { goodPassword, type Person, signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { addPasskey, signInWithPasskey } from '#tests/support/accounts/passkeys.ts'
import { rsaKey } from '#tests/support/accounts/rsa-key.ts'
import { appCode, challengeOf, turnOn } from '#tests/support/accounts/second-factor.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startIdentityProvider } from '#tests/support/oidc/identity-provider.ts'
import { codeIn, exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { keyPassword } from '#tests/support/transfers/quantum-files.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const RATE_LIMITS = 'off'
const passwords = { currentPassword: goodPassword, newPassword: 'a horse of another colour' }

function changeEmail({ client, user }: Person, email: string) {
  const body = { username: user.username, email, currentPassword: goodPassword }
  return client.call('updateProfile', { body })
}

function verificationOf({ services }: TestServer, username: string) {
  return services.database
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('username', '=', username)
    .executeTakeFirst()
}

forEachDatabase('an account that changes while something is asked of it', ({ engine, place }) => {
  // SQLite has one transaction at a time.
  if (engine === 'sqlite') return

  test('confirms nothing and gives no codes to a session that ends while passwords are hashed', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const ada = await signUp(server)
    const { codes } = await turnOn(server, ada)
    const headers = await confirm(ada)
    const refusals = await meet(
      at,
      'sessions',
      () => ada.client.call('logout', { body: {} }),
      () => [ada.client.call('renewRecoveryCodes', { headers }), confirm(ada)],
    )
    assert.deepEqual(refusals, ['INVALID_TOKEN', 'INVALID_TOKEN'])
    const reply = await server.client.call('login', { body: { username: 'ada', password: goodPassword } })
    assert.ok('secondFactor' in reply)
    const { challenge } = reply.secondFactor
    const body = { challenge, method: 'recovery' as const, code: codes[0] ?? '' }
    await server.client.call('secondFactor', { body })
  })

  test('does nothing any more for a session that another password has ended', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const ada = await signUp(server)
    const thief = await signIn(server, 'ada')
    const headers = await confirm(thief)
    const { secret } = await thief.client.call('beginTotp', { headers })
    const code = appCode(secret, server.clock.now())
    const key = { name: 'a program', scopes: ['transfers:read' as const], expiresAt: null, networks: [] }
    const refusals = await meet(
      at,
      'users',
      () => ada.client.call('changePassword', { body: passwords }),
      () => [
        thief.client.call('confirmTotp', { body: { code }, headers }),
        thief.client.call('createApiKey', { body: key, headers }),
        thief.client.call('newPasskeyOptions', { headers }),
        confirm(thief),
      ],
    )
    assert.deepEqual(refusals, Array(4).fill('INVALID_TOKEN'))
    assert.equal((await ada.client.call('security')).security.totp, null)
    assert.deepEqual((await ada.client.call('apiKeys')).apiKeys, [])
    await signIn(server, 'ada', passwords.newPassword)
  })

  test('wants no second step of someone who has shown the password before it was changed', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const ada = await signUp(server)
    await turnOn(server, ada)
    const refusals = await meet(
      at,
      'users',
      () => ada.client.call('changePassword', { body: passwords }),
      () => [challengeOf(server, 'ada')],
    )
    assert.deepEqual(refusals, ['INVALID_CREDENTIALS'])
    const left = await server.services.database.selectFrom('sign_in_challenges').select('kind').execute()
    assert.deepEqual(left, [])
  })

  test('mails no link for a new password to the address that it leaves', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const ada = await signUp(server)
    const forget = () => server.client.call('forgotPassword', { body: { email: 'ada@example.org' } })
    await meet(
      at,
      'users',
      () => changeEmail(ada, 'new@example.org'),
      () => [forget()],
    )
    const mails = await mailsTo(server, 'ada@example.org')
    assert.deepEqual(
      mails.filter(({ text }) => /reset-password\?token=/.test(text ?? '')),
      [],
    )
    assert.equal((await verificationOf(server, 'ada'))?.email_verified_at, null)
  })

  test('mails no link to an address that an administrator puts right', async () => {
    const at = await place()
    await using mail = await startMailServer()
    const environment = { RATE_LIMITS, SMTP_URL: mail.url, EMAIL_VERIFICATION: 'on' }
    await using server = await startServer({ ...at, environment })
    const root = await signUpAdmin(server)
    const body = { username: 'ada', email: 'typo@example.org', password: goodPassword }
    const { user } = await server.client.call('register', { body })
    const right = { username: 'ada', email: 'ada@example.org', isPro: false, isActive: true, storageLimit: 1 }
    const refusals = await meet(
      at,
      'users',
      () => root.client.call('updateUser', { params: { id: user.id }, body: right }),
      () => [signIn(server, 'ada')],
    )
    assert.deepEqual(refusals, ['EMAIL_NOT_VERIFIED'])
    assert.equal((await signIn(server, 'ada')).user.email, 'ada@example.org')
    const links = await server.services.database.selectFrom('email_verifications').selectAll().execute()
    assert.deepEqual(links, [])
  })

  test('gets an address once, also where two open their links to it at the same time', async () => {
    const at = await place()
    await using mail = await startMailServer()
    const environment = { RATE_LIMITS, SMTP_URL: mail.url, EMAIL_VERIFICATION: 'on' }
    await using server = await startServer({ ...at, environment })
    const people = [await signUpAdmin(server, 'ada'), await signUpAdmin(server, 'bob')]
    for (const person of people) await changeEmail(person, 'new@example.org')
    await server.deliverMail()
    const tokens = () =>
      mail.mails.flatMap(({ mail }) => /\/verify-email#([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? [])
    await until(async () => tokens().length === 2)
    const [first = '', second = ''] = tokens()
    const refusals = await meet(
      at,
      'users',
      () => server.client.call('verifyEmail', { body: { token: first } }),
      () => [server.client.call('verifyEmail', { body: { token: second } })],
    )
    assert.deepEqual(refusals, ['EMAIL_TAKEN'])
  })

  test('is not verified by a provider that vouches for the address it has just left', async () => {
    const at = await place()
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, RATE_LIMITS }
    await using server = await startServer({ ...at, environment })
    const eve = await signUp(server, 'eve')
    provider.state.member = { sub: 'eve', email: 'eve@example.org', email_verified: true }
    const own = await providerBrowser(server).go({ purpose: 'connect' })
    const body = { code: codeIn(own), verifier: own.verifier }
    await eve.client.call('connectIdentity', { body, headers: await confirm(eve) })
    const arrival = await providerBrowser(server).go()
    const refusals = await meet(
      at,
      'users',
      () => changeEmail(eve, 'ada@example.org'),
      () => [exchange(server, arrival)],
    )
    assert.deepEqual(refusals, ['none'])
    assert.deepEqual(await verificationOf(server, 'eve'), {
      email: 'ada@example.org',
      email_verified_at: null,
    })
  })

  test('has a consent for what it wants, whichever of two tabs is faster', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const { client } = await signUp(server)
    const want = (marketing: boolean) =>
      client.call('updatePreferences', { body: { security: true, notifications: true, marketing } })
    await want(true)
    await meet(
      at,
      'users',
      () => want(false),
      () => [want(true)],
    )
    assert.equal((await client.call('preferences')).preferences.marketing, true)
    const { consents } = await client.call('consents')
    assert.equal(consents.filter(({ withdrawnAt }) => withdrawnAt === null).length, 1)
  })

  test('is not written down any more once it is erased', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const root = await signUpAdmin(server)
    const { client, user } = await signUp(server, 'lovelace')
    const right = { username: 'lovelace', email: user.email, isPro: true, isActive: true, storageLimit: 1 }
    const params = { id: user.id }
    const mails = { security: false, notifications: true, marketing: true }
    const refusals = await meet(
      at,
      'users',
      () => client.call('eraseAccount', { body: { password: goodPassword } }),
      () => [
        client.call('addContact', { body: { name: 'Ines', email: 'ines@example.eu' } }),
        client.call('generateKey', { body: { algorithm: 'ml-kem768', password: keyPassword } }),
        client.call('storeKey', { body: rsaKey() }),
        client.call('updatePreferences', { body: mails }),
        client.call('acceptTerms', { body: { version: termsVersion } }),
        root.client.call('updateUser', { params, body: right }),
        root.client.call('resetFactors', { params }),
      ],
    )
    assert.deepEqual(refusals, [...Array(5).fill('INVALID_TOKEN'), ...Array(2).fill('USER_NOT_FOUND')])
    assert.equal((await root.client.call('auditLog', { query: { search: 'lovelace' } })).total, 0)
  })

  test('is not written down by a refused sign-in that meets its erasure', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const root = await signUpAdmin(server)
    const ada = await signUp(server, 'lovelace')
    await turnOn(server, ada)
    const { authenticator } = await addPasskey(server, ada)
    const { challenge } = await challengeOf(server, 'lovelace')
    const body = { username: 'lovelace', password: 'not this one' }
    const code = { challenge, method: 'totp' as const, code: '000000' }
    const refusals = await meet(
      at,
      'users',
      () => ada.client.call('eraseAccount', { body: { password: goodPassword } }),
      () => [
        server.client.call('login', { body }),
        server.client.call('secondFactor', { body: code }),
        signInWithPasskey(server, authenticator, { origin: 'https://evil.example' }),
      ],
    )
    assert.deepEqual(refusals, ['INVALID_CREDENTIALS', 'WRONG_CODE', 'PASSKEY_REFUSED'])
    const { entries } = await root.client.call('auditLog', { query: { filter: 'session' } })
    assert.equal(entries.filter(({ act }) => act === 'session.refused').length, 3)
    assert.equal((await root.client.call('auditLog', { query: { search: 'lovelace' } })).total, 0)
  })

  test('is not written down by an act of its own that changes nothing of it', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: { RATE_LIMITS } })
    const root = await signUpAdmin(server)
    const other = await signUpAdmin(server, 'lovelace')
    await meet(
      at,
      'users',
      () => root.client.call('deleteUser', { params: { id: other.user.id } }),
      () => [other.client.call('cleanUpRateLimits')],
    )
    const { entries } = await root.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(
      entries.map(({ act, actor }) => [act, actor]),
      [['service.limits-cleaned', null]],
    )
    assert.equal((await root.client.call('auditLog', { query: { search: 'lovelace' } })).total, 0)
  })
})
