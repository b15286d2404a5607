import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config/config.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { goodPassword, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startIdentityProvider } from '#tests/support/oidc/identity-provider.ts'
import { exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { callerOf, mailsFor, sendTo, startMailingServer } from '#tests/support/transfers/recipients.ts'

/** As the mail server of these tests shows addresses, in whichever form they come to it. */
const written = 'ada@пример.ею'
const inAscii = 'ada@xn--e1afmkfd.xn--e1a4c'

forEachDatabase('an address at a domain in other letters', ({ place }) => {
  test('is one account, however it is written', async () => {
    await using server = await startMailingServer(await place())
    const body = { username: 'ada', email: written, password: goodPassword }
    const { user } = await server.client.call('register', { body })
    assert.equal(user.email, inAscii)
    for (const email of [inAscii, inAscii.toUpperCase(), written]) {
      const again = { ...body, username: 'bea', email }
      await assert.rejects(server.client.call('register', { body: again }), { code: 'EMAIL_TAKEN' })
      const made = createUser(server.services, { ...again, password: goodPassword })
      await assert.rejects(made, { code: 'EMAIL_TAKEN' })
      assert.equal((await signIn(server, email)).user.username, 'ada')
    }
    await server.client.call('forgotPassword', { body: { email: written } })
    assert.ok((await mailsFor(server, written, 1)).length > 0)
    const { client } = await signIn(server, 'ada')
    const { contact } = await client.call('addContact', { body: { name: 'Bea', email: 'bea@Größe.de' } })
    assert.equal(contact.email, 'bea@xn--gre-6ka8i.de')
    const changed = { username: 'ada', email: 'ada@größe.de', currentPassword: goodPassword }
    assert.equal((await client.call('updateProfile', { body: changed })).user.email, 'ada@xn--gre-6ka8i.de')
  })

  test('gets mails, asks for its rights, and stops mails in each way of writing it', async () => {
    await using server = await startMailingServer(await place())
    const caller = callerOf(server)
    const sent = await sendTo(server, [written, inAscii])
    assert.deepEqual([...sent.links.keys()], [inAscii])
    await caller.call('rightsCode', { body: { email: written, language: 'en' } })
    const [mail] = await mailsFor(server, written, 2)
    const [, token] = /\/stop-mails#([\w-]{64})/.exec(mail?.text ?? '') ?? []
    assert.ok(token)
    await caller.call('stopMails', { params: { token } })
    const { ref, headers } = await sendTransfer(server, Buffer.from('hello'))
    for (const email of [written, inAscii, written.toUpperCase()]) {
      const adding = caller.call('addRecipient', { params: { ref }, headers, body: { email } })
      await assert.rejects(adding, { code: 'MAIL_STOPPED' }, email)
    }
  })

  test('is asked for and kept by a file request', async () => {
    await using server = await startMailingServer({
      ...(await place()),
      environment: { REQUEST_MIN_ACCOUNT_AGE: '0' },
    })
    const { client } = await signUp(server)
    const asks = { name: false, email: true, code: true }
    const { request } = await client.call('createRequest', {
      body: { title: 'Photos', until: new Date(server.clock.now() + 86_400_000).toISOString(), asks },
    })
    const params = { id: request.id }
    await callerOf(server).call('requestCode', { params, body: { email: written } })
    assert.equal((await mailsFor(server, written, 1)).length, 1)
  })

  test('comes from an identity provider, and its domain may be one whose people may sign up', async () => {
    await using provider = await startIdentityProvider()
    const environment = { ...provider.environment, OIDC_SIGN_UP: 'пример.ею', RATE_LIMITS: 'off' }
    await using server = await startMailingServer({ ...(await place()), environment })
    for (const email of [written, inAscii]) {
      provider.state.member = { ...provider.state.member, email }
      const reply = await exchange(server, await providerBrowser(server).go())
      assert.ok('token' in reply)
      assert.equal(reply.user.email, inAscii)
    }
  })
})

test('options take addresses and domains in every way of writing them', () => {
  const options = readConfig({
    SUPPORT_MAIL: written,
    SECURITY_CONTACT: inAscii,
    MAIL_FROM: `Post <${written}>`,
    OIDC_SIGN_UP: 'Größe.de,example.xn--e1a4c',
  })
  assert.equal(options.SUPPORT_MAIL, inAscii)
  assert.equal(options.SECURITY_CONTACT, `mailto:${inAscii}`)
  assert.deepEqual(options.MAIL_FROM, { name: 'Post', address: inAscii })
  assert.deepEqual(options.OIDC_SIGN_UP, ['xn--gre-6ka8i.de', 'example.xn--e1a4c'])
})
