import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OptionsRefused, readConfig } from '#server/config/config.ts'
import { sweepAccounts } from '#server/identity/privacy/sweep-accounts.ts'
import { goodPassword, signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 60 * 60_000
const over = { code: 'INVALID_INVITATION', status: 400 }

function register({ client }: TestServer, username: string, invitation?: string) {
  const body = { username, email: `${username}@example.org`, password: goodPassword, invitation }
  return client.call('register', { body })
}

function tokenOf(url: string): string {
  const { pathname, hash } = new URL(url)
  assert.equal(pathname, '/register')
  return hash.slice(1)
}

forEachDatabase('an invitation', ({ place }) => {
  test('opens one account on a service that is closed to others, and is used up by it', async () => {
    await using server = await startServer({ ...(await place()), environment: { REGISTRATION: 'invited' } })
    const admin = await signUpAdmin(server)
    assert.equal((await server.client.call('config')).registrationOpen, false)
    await assert.rejects(register(server, 'ines'), { code: 'INVITATION_NEEDED', status: 403 })

    const body = { email: 'ines@example.org' }
    const { url, mailed, invitation } = await admin.client.call('invite', { body })
    assert.equal(mailed, false)
    const token = tokenOf(url)
    const found = await server.client.call('findInvitation', { body: { invitation: token } })
    assert.equal(found.email, 'ines@example.org')
    assert.equal(Date.parse(found.expiresAt) - Date.parse(invitation.createdAt), 7 * DAY)
    const tries = await Promise.allSettled(
      ['ines', 'ida', 'ivo'].map((name) => register(server, name, token)),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(register(server, 'jonas', token), over)
    await assert.rejects(server.client.call('findInvitation', { body: { invitation: token } }), over)
    assert.deepEqual((await admin.client.call('invitations')).invitations, [])
  })

  test('ends with its time, when it is withdrawn, and when another takes its place', async () => {
    await using server = await startServer({ ...(await place()), environment: { REGISTRATION: 'closed' } })
    const admin = await signUpAdmin(server)
    await assert.rejects(register(server, 'ines'), { code: 'REGISTRATION_CLOSED' })
    const invite = (email: string) => admin.client.call('invite', { body: { email } })
    const first = tokenOf((await invite('ines@example.org')).url)
    const { url, invitation } = await invite('INES@example.org')
    await assert.rejects(register(server, 'ines', first), over)
    assert.deepEqual(
      (await admin.client.call('invitations')).invitations.map(({ id }) => id),
      [invitation.id],
    )
    await admin.client.call('withdrawInvitation', { params: { id: invitation.id } })
    await assert.rejects(register(server, 'ines', tokenOf(url)), over)
    const again = admin.client.call('withdrawInvitation', { params: { id: invitation.id } })
    await assert.rejects(again, { code: 'NOT_FOUND' })

    // Administrators who invite the same person at once leave one invitation.
    const both = await Promise.all([invite('ida@example.org'), invite('ida@example.org')])
    const tries = await Promise.allSettled(
      both.map(({ url }) => server.client.call('findInvitation', { body: { invitation: tokenOf(url) } })),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    const late = tokenOf((await invite('late@example.org')).url)
    server.clock.advance(7 * DAY)
    await assert.rejects(register(server, 'late', late), over)
    await sweepAccounts(server.services)
    assert.deepEqual(await server.services.database.selectFrom('invitations').selectAll().execute(), [])
    const acts = await server.services.database.selectFrom('audit_log').select('act').execute()
    assert.equal(acts.filter(({ act }) => act === 'user.invited').length, 5)
  })

  test('brings the one who takes it into its group', async () => {
    await using server = await startServer({ ...(await place()), environment: { REGISTRATION: 'invited' } })
    const admin = await signUpAdmin(server)
    const { group } = await admin.client.call('createGroup', { body: { name: 'Legal' } })
    const body = { email: 'ines@example.org', group: group.id }
    const invitation = tokenOf((await admin.client.call('invite', { body })).url)
    const { user } = await register(server, 'ines', invitation)
    const { groups } = await admin.client.call('groups')
    const members = groups.find(({ id }) => id === group.id)?.members
    assert.deepEqual(
      members?.map(({ id }) => id),
      [user.id],
    )
    const into = (id: string) =>
      admin.client.call('invite', { body: { email: 'jonas@example.org', group: id } })
    for (const level of ['pro', 'free', 'guests', 'instance'])
      await assert.rejects(into(level), { code: 'GROUP_STAYS' }, level)
    await assert.rejects(into('nowhere'), { code: 'GROUP_NOT_FOUND' })
  })

  test('is made by administrators only, and for addresses without an account', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server, 'ada')
    const body = { email: 'ines@example.org' }
    await assert.rejects(ada.client.call('invite', { body }), { status: 403 })
    await assert.rejects(admin.client.call('invite', { body: { email: 'ada@example.org' } }), {
      code: 'EMAIL_TAKEN',
    })
    await assert.rejects(admin.client.call('invite', { body: { email: 'nowhere' } }), { status: 400 })
    assert.equal(server.services.config.REGISTRATION, 'open')
  })

  test('that came by mail confirms the address it came to, and no other', async () => {
    await using mail = await startMailServer()
    const environment = { SMTP_URL: mail.url, EMAIL_VERIFICATION: 'on', REGISTRATION: 'invited' }
    await using server = await startServer({ ...(await place()), environment })
    const admin = await signUpAdmin(server)
    async function invited(email: string): Promise<string> {
      const { mailed, url } = await admin.client.call('invite', { body: { email, language: 'de' } })
      assert.equal(mailed, true)
      await server.deliverMail()
      const link = () => mail.mails.find(({ to }) => to.includes(email))?.mail.text?.includes(url)
      await until(async () => link() === true)
      return tokenOf(url)
    }
    assert.equal((await register(server, 'ines', await invited('ines@example.org'))).mustVerifyEmail, false)
    await signIn(server, 'ines')
    const other = await register(server, 'other', await invited('jonas@example.org'))
    assert.equal(other.mustVerifyEmail, true)
    await assert.rejects(signIn(server, 'other'), { code: 'EMAIL_NOT_VERIFIED' })
  })

  test('is not needed by people with an address at one of the mail domains', async () => {
    await using mail = await startMailServer()
    const environment = {
      SMTP_URL: mail.url,
      EMAIL_VERIFICATION: 'on',
      REGISTRATION: 'example.net, Example.ORG',
    }
    await using server = await startServer({ ...(await place()), environment })
    const { registrationOpen, registrationDomains } = await server.client.call('config')
    assert.deepEqual([registrationOpen, registrationDomains], [true, ['example.net', 'example.org']])
    assert.equal((await register(server, 'ines')).mustVerifyEmail, true)
    for (const email of ['eve@example.eu', 'eve@sub.example.org', 'eve@example.org@example.eu']) {
      const body = { username: 'eve', email, password: goodPassword }
      await assert.rejects(server.client.call('register', { body }), { code: 'INVITATION_NEEDED' }, email)
    }
  })
})

test('mail domains want confirmed addresses', () => {
  assert.throws(() => readConfig({ REGISTRATION: 'example.org' }), OptionsRefused)
  assert.throws(() => readConfig({ REGISTRATION: 'nobody' }), /REGISTRATION/)
})
