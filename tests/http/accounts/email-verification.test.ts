import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalData } from '#server/app/personal-data.ts'
import { sweepUnverified } from '#server/identity/privacy/sweep-unverified.ts'
import { goodPassword, signIn, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { startIdentityProvider } from '#tests/support/oidc/identity-provider.ts'
import { exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const refused = { code: 'EMAIL_NOT_VERIFIED', status: 403 }
const used = { code: 'INVALID_VERIFICATION_TOKEN', status: 400 }

/** The tokens of the links that were mailed to an address, in their order, once there are so many. */
async function tokensTo(server: TestServer, { mails }: MailServer, address: string, count: number) {
  await server.deliverMail()
  const found = () =>
    mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ mail }) => /\/verify-email#([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? [])
  await until(async () => found().length >= count)
  return found()
}

function register({ client }: TestServer, username: string) {
  const body = { username, email: `${username}@example.org`, password: goodPassword }
  return client.call('register', { body })
}

forEachDatabase('email addresses that have to be confirmed', ({ place }) => {
  test('keep an account closed until the link in the mail was opened, once and in time', async () => {
    await using mail = await startMailServer()
    const environment = { SMTP_URL: mail.url, EMAIL_VERIFICATION: 'on' }
    await using server = await startServer({ ...(await place()), environment })
    assert.equal((await server.client.call('config')).emailVerification, true)
    assert.equal((await register(server, 'ada')).mustVerifyEmail, true)
    const verify = (token: string) => server.client.call('verifyEmail', { body: { token } })
    const [first = ''] = await tokensTo(server, mail, 'ada@example.org', 1)
    // With the right password there is another link, up to three an hour; with a wrong one nothing is told.
    const wrong = server.client.call('login', { body: { username: 'ada', password: 'wrong password' } })
    await assert.rejects(wrong, { code: 'INVALID_CREDENTIALS' })
    for (let count = 0; count < 4; count += 1) await assert.rejects(signIn(server, 'ada'), refused)
    const tokens = await tokensTo(server, mail, 'ada@example.org', 3)
    assert.equal(tokens.length, 3)
    await assert.rejects(verify(first), used)
    await assert.rejects(verify('A'.repeat(43)), used)
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => verify(tokens[2] ?? '')))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    await signIn(server, 'ada')

    await register(server, 'late')
    const [late = ''] = await tokensTo(server, mail, 'late@example.org', 1)
    server.clock.advance(24 * HOUR)
    await assert.rejects(verify(late), used)
    await assert.rejects(signIn(server, 'late'), refused)
    // A link to choose a new password went to the same mailbox.
    await server.client.call('forgotPassword', { body: { email: 'late@example.org' } })
    await server.deliverMail()
    const reset = () =>
      mail.mails.flatMap(({ mail }) => /reset-password\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? [])
    await until(async () => reset().length === 1)
    const [token = ''] = reset()
    await server.client.call('resetPassword', { body: { token, password: goodPassword } })
    await signIn(server, 'late')
  })

  test('belong to their owner alone after a reset, whoever opened the account with a provider', async () => {
    await using mail = await startMailServer()
    await using provider = await startIdentityProvider()
    const options = { SMTP_URL: mail.url, EMAIL_VERIFICATION: 'on', OIDC_SIGN_UP: 'on', RATE_LIMITS: 'off' }
    const environment = { ...provider.environment, ...options }
    await using server = await startServer({ ...(await place()), environment })
    provider.state.member = { sub: 'eve', preferred_username: 'bob', email: 'bob@example.org' }
    const enter = async () => exchange(server, await providerBrowser(server).go())
    await assert.rejects(enter(), refused)
    await server.client.call('forgotPassword', { body: { email: 'bob@example.org' } })
    const reset = () =>
      mail.mails.flatMap(({ mail }) => /reset-password\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? [])
    await server.deliverMail()
    await until(async () => reset().length === 1)
    const body = { token: reset()[0] ?? '', password: goodPassword }
    await server.client.call('resetPassword', { body })
    const reply = await enter()
    assert.ok('connect' in reply && !('token' in reply))
    const bob = await signIn(server, 'bob')
    assert.deepEqual((await bob.client.call('identities')).identities, [])
  })

  test('replace an old one only once they are confirmed, and the old one hears of it before', async () => {
    await using mail = await startMailServer()
    const environment = { SMTP_URL: mail.url, EMAIL_VERIFICATION: 'on', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    // Those whom an administrator opens an account for are let in, as are those of before the setting.
    const root = await signUpAdmin(server)
    const subjectsTo = (address: string) =>
      mail.mails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.subject ?? '')
    const change = (email: string) =>
      root.client.call('updateProfile', { body: { username: 'root', email, currentPassword: goodPassword } })
    const { user } = await change('new@example.org')
    assert.deepEqual([user.email, user.pendingEmail], ['root@example.org', 'new@example.org'])
    const [token = ''] = await tokensTo(server, mail, 'new@example.org', 1)
    await until(async () => subjectsTo('root@example.org').some((one) => one.includes('is about to change')))
    assert.equal((await root.client.call('profile')).user.email, 'root@example.org')
    // Another wish takes the place of the first one.
    await change('newer@example.org')
    await assert.rejects(server.client.call('verifyEmail', { body: { token } }), used)
    const [newer = ''] = await tokensTo(server, mail, 'newer@example.org', 1)
    await server.client.call('verifyEmail', { body: { token: newer } })
    const { user: after } = await root.client.call('profile')
    assert.deepEqual([after.email, after.pendingEmail], ['newer@example.org', null])
    await server.deliverMail()
    await until(async () => subjectsTo('root@example.org').some((one) => one.includes('was changed')))
    // A new password ends the links that someone else may have asked for.
    await change('evil@example.org')
    const [evil = ''] = await tokensTo(server, mail, 'evil@example.org', 1)
    const passwords = { currentPassword: goodPassword, newPassword: 'a horse of another colour' }
    await root.client.call('changePassword', { body: passwords })
    await assert.rejects(server.client.call('verifyEmail', { body: { token: evil } }), used)
    // Of two who wait for one address, the first gets it.
    const headers = await confirm({ ...root, password: passwords.newPassword })
    const body = { username: 'root', email: 'bob@example.org' }
    await root.client.call('updateProfile', { body, headers })
    const [bobs = ''] = await tokensTo(server, mail, 'bob@example.org', 1)
    await register(server, 'bob')
    await assert.rejects(server.client.call('verifyEmail', { body: { token: bobs } }), {
      code: 'EMAIL_TAKEN',
    })
  })

  test('go with their account after a week in which nobody has confirmed them', async () => {
    await using mail = await startMailServer()
    const environment = { SMTP_URL: mail.url, EMAIL_VERIFICATION: 'on' }
    await using server = await startServer({ ...(await place()), environment })
    await register(server, 'squatter')
    await register(server, 'ada')
    const [token = ''] = await tokensTo(server, mail, 'ada@example.org', 1)
    await server.client.call('verifyEmail', { body: { token } })
    const sweep = () => sweepUnverified(server.services, personalData(server.services))
    server.clock.advance(6 * 24 * HOUR)
    await sweep()
    await assert.rejects(register(server, 'squatter'), { code: 'USERNAME_TAKEN' })
    server.clock.advance(25 * HOUR)
    await sweep()
    await signIn(server, 'ada')
    await register(server, 'squatter')
    const log = await server.services.database
      .selectFrom('audit_log')
      .select('subject_name')
      .where('act', '=', 'account.unverified-removed')
      .execute()
    assert.equal(log.length, 1)
    assert.match(log[0]?.subject_name ?? '', /^erased-/)
  })
})
