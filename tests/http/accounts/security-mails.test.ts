import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { goodPassword, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { moveRefreshBack } from '#tests/support/accounts/move-refresh-back.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const MINUTE = 60_000
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newSignIn = 'New sign-in at localhost:3000'
const stolen = 'We ended a session at localhost:3000 for your security'

function signInFrom({ client }: TestServer, userAgent: string, address = '198.51.100.7') {
  return client.call('login', {
    body: { username: 'ada', password: goodPassword },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
  })
}

const environment = { TRUSTED_PROXIES: '127.0.0.1' }

forEachDatabase('security mails', ({ place }) => {
  const start = async () => startServer({ ...(await place()), environment })

  test('that what a session may do over and over would send are so many a day', async () => {
    await using server = await start()
    const { client } = await signUp(server)
    const mailsWith = (security: boolean) =>
      client.call('updatePreferences', { body: { security, notifications: true, marketing: false } })
    const count = async () => (await mailsTo(server, 'ada@example.org')).length
    for (let number = 0; number < 20; number += 1) {
      await mailsWith(false)
      await mailsWith(true)
    }
    await assert.rejects(mailsWith(false), { code: 'RATE_LIMITED' })
    assert.equal((await client.call('preferences')).preferences.security, true)
    assert.equal(await count(), 20)

    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const encryptedPrivateKey = randomBytes(1250).toString('base64')
    const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    await client.call('storeKey', { body: { keyType: 'rsa', publicKey: der, encryptedPrivateKey } })
    const replace = () => client.call('replacePrivateKey', { body: { encryptedPrivateKey } })
    for (let number = 0; number < 20; number += 1) await replace()
    await assert.rejects(replace(), { code: 'RATE_LIMITED' })
    assert.equal(await count(), 40)
    server.clock.advance(72 * MINUTE)
    const later = await signIn(server, 'ada')
    await later.client.call('replacePrivateKey', { body: { encryptedPrivateKey } })
  })

  test('a sign-in from a device that was never seen is told, from a known one it is not', async () => {
    await using server = await start()
    await signUp(server)
    await signIn(server, 'ada')
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [])
    await signInFrom(server, firefox)
    const [mail] = await mailsTo(server, 'ada@example.org')
    assert.equal(mail?.subject, newSignIn)
    for (const words of [mail?.text ?? '', mail?.html ?? '']) {
      assert.match(words, /Firefox, Windows/)
      assert.match(words, /account “ada” at localhost:3000/)
      assert.match(words, /\d+ \w+ \d{4} at \d\d:\d\d UTC/)
      assert.match(words, /If it wasn’t you, change your password/)
      assert.match(words, /You’re receiving this email because security emails are turned on/)
      assert.match(words, /http:\/\/localhost:3000\/portal/)
    }
    await signInFrom(server, firefox)
    await signInFrom(server, firefox, '198.51.200.9')
    await signIn(server, 'ada')
    assert.equal((await mailsTo(server, 'ada@example.org')).length, 1)
    await signInFrom(server, firefox, '203.0.113.4')
    await signInFrom(server, firefox, '2001:db8:1::1')
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [newSignIn, newSignIn, newSignIn])
    await signInFrom(server, firefox, '2001:db8:ffff::1')
    assert.equal((await mailsTo(server, 'ada@example.org')).length, 3)
  })

  test('what one person uses is not known for another', async () => {
    await using server = await start()
    await signUp(server)
    await signUp(server, 'bob')
    await server.client.call('login', {
      body: { username: 'bob', password: goodPassword },
      headers: { 'user-agent': firefox, 'x-forwarded-for': '198.51.100.7' },
    })
    assert.deepEqual(await subjectsTo(server, 'bob@example.org'), [newSignIn])
    await signInFrom(server, firefox)
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [newSignIn])
  })

  test('a stolen refresh token ends the session and is told once', async () => {
    await using server = await start()
    const { refreshToken } = await signUp(server)
    const next = await server.client.call('refresh', { body: { refreshToken } })
    await moveRefreshBack(server, MINUTE)
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => server.client.call('refresh', { body: { refreshToken } })),
    )
    for (const one of tries) assert.equal(one.status === 'rejected' && one.reason.code, 'INVALID_TOKEN')
    await assert.rejects(server.client.call('refresh', { body: { refreshToken: next.refreshToken } }), {
      code: 'INVALID_TOKEN',
    })
    const [mail, ...others] = await mailsTo(server, 'ada@example.org')
    assert.equal(mail?.subject, stolen)
    assert.match(mail?.text ?? '', /Device: unknown/)
    assert.deepEqual(others, [])
  })

  test('anyone who wants none gets none', async () => {
    await using server = await start()
    const { client, refreshToken } = await signUp(server)
    const body = { security: false, notifications: true, marketing: false }
    await client.call('updatePreferences', { body })
    await signInFrom(server, firefox)
    await server.client.call('refresh', { body: { refreshToken } })
    await moveRefreshBack(server, MINUTE)
    await assert.rejects(server.client.call('refresh', { body: { refreshToken } }), { code: 'INVALID_TOKEN' })
    assert.deepEqual(await subjectsTo(server, 'ada@example.org'), [
      'Security emails from localhost:3000 are turned off',
    ])
  })
})

test('security mails are well-formed, and lead nowhere but to the service', async () => {
  await using server = await startServer({ environment })
  await signUp(server)
  await signInFrom(server, firefox)
  const [mail] = await mailsTo(server, 'ada@example.org')
  const html = mail?.html ?? ''
  assert.doesNotMatch(html, /<(img|link|script|iframe|form)|url\(|\ssrc=|@import/i)
  assert.deepEqual(
    [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ['http://localhost:3000/portal/profile?section=security'],
  )
})
