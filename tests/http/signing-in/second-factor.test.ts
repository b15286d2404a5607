import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweepAccounts } from '#server/identity/privacy/sweep-accounts.ts'
import {
  clientWith,
  type Person,
  sendFileAs,
  setActive,
  signIn,
  signUp,
  signUpAdmin,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { confirm, createKey } from '#tests/support/accounts/api-keys.ts'
import { appCode, challengeOf, signInWithCode, turnOn } from '#tests/support/accounts/second-factor.ts'
import { callOnce } from '#tests/support/calls/many-calls.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { sendCreation } from '#tests/support/transfers/resumable-uploads.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const wrong = { code: 'WRONG_CODE', status: 403 }
const expired = { code: 'CHALLENGE_EXPIRED', status: 401 }
const unlimited = { environment: { RATE_LIMITS: 'off' } }

/** Someone with an app, and the code that it shows next. */
async function withApp(server: TestServer, username = 'ada') {
  const person = await signUp(server, username)
  const { secret, codes, uri } = await turnOn(server, person)
  return {
    person,
    codes,
    uri,
    secret,
    nextCode() {
      server.clock.advance(MINUTE / 2)
      return appCode(secret, server.clock.now())
    },
  }
}

function bring(
  { client }: TestServer,
  challenge: string,
  code: string,
  method: 'totp' | 'recovery' = 'totp',
) {
  return client.call('secondFactor', { body: { challenge, method, code } })
}

async function setAdmin(admin: Person, username: string, isAdmin: boolean): Promise<void> {
  const { users } = await admin.client.call('adminUsers', { query: { search: username } })
  const [user] = users.filter((one) => one.username === username)
  assert.ok(user)
  const { id, email, isPro, storageLimit } = user
  const body = { username, email, isPro, storageLimit, isActive: true, isAdmin }
  await admin.client.call('updateUser', { params: { id }, body })
}

const wrongCodes = thorough ? 10_000 : 200
const atOnce = 20

forEachDatabase('the second step of a sign-in', ({ place }) => {
  test('is set up with a code of the app, wanted from then on, and taken off', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const { person, codes, uri, secret, nextCode } = await withApp(server)
    assert.match(uri, new RegExp(`^otpauth://totp/[^?]+ada\\?secret=${secret}&issuer=`))
    assert.equal(codes.length, 10)
    for (const code of codes) assert.match(code, /^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
    const { security } = await person.client.call('security')
    assert.deepEqual(security.recoveryCodes, { left: 10, total: 10, lastUsedAt: null })
    assert.ok(security.totp && !security.required)

    const due = await challengeOf(server, 'ada', true)
    assert.deepEqual(due.methods, ['totp', 'recovery'])
    const session = await bring(server, due.challenge, nextCode())
    assert.equal(session.user.username, 'ada')
    const { sessions } = await person.client.call('sessions')
    assert.deepEqual(sessions.map(({ remembered }) => remembered).toSorted(), [false, true])

    await person.client.call('removeTotp', { headers: await confirm(person) })
    await signIn(server, 'ada')
    assert.deepEqual((await person.client.call('security')).security.recoveryCodes.total, 0)
    await mailsTo(server, 'ada@example.org')
    const subjects = await subjectsTo(server, 'ada@example.org')
    for (const word of ['turned on', 'turned off'])
      assert.ok(
        subjects.some((one) => one.includes(word)),
        word,
      )
  })

  test('keeps the secret sealed, never shows it again, and wants a confirmation for every change', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const { person, secret } = await withApp(server)
    const rows = await server.services.database.selectFrom('totp').selectAll().execute()
    const bytes = Buffer.from(rows[0]?.sealed_secret ?? new Uint8Array())
    assert.equal(bytes.length, 12 + 20 + 16)
    assert.ok(!JSON.stringify(rows).includes(secret))
    const headers = await confirm(person)
    await assert.rejects(person.client.call('beginTotp', { headers }), { code: 'SECOND_FACTOR_EXISTS' })
    for (const name of ['beginTotp', 'removeTotp', 'renewRecoveryCodes'] as const)
      await assert.rejects(person.client.call(name), { code: 'CONFIRMATION_REQUIRED' }, name)
    const unconfirmed = person.client.call('confirmTotp', { body: { code: '000000' } })
    await assert.rejects(unconfirmed, { code: 'CONFIRMATION_REQUIRED' })
  })

  test('counts only once a code has shown that the app has the secret', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const ada = await signUp(server)
    const headers = await confirm(ada)
    const first = await ada.client.call('beginTotp', { headers })
    const second = await ada.client.call('beginTotp', { headers })
    await signIn(server, 'ada')
    const old = appCode(first.secret, server.clock.now())
    await assert.rejects(ada.client.call('confirmTotp', { body: { code: old }, headers }), wrong)
    const code = appCode(second.secret, server.clock.now())
    await ada.client.call('confirmTotp', { body: { code }, headers })
    await challengeOf(server, 'ada')
  })

  test('takes a code once, and one challenge once', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    // The next half minute has another code.
    server.clock.freeze()
    const { secret, nextCode } = await withApp(server)
    const ofSetup = appCode(secret, server.clock.now())
    const { challenge } = await challengeOf(server, 'ada')
    await assert.rejects(bring(server, challenge, ofSetup), wrong)
    const code = nextCode()
    await bring(server, challenge, code)
    await assert.rejects(bring(server, challenge, nextCode()), expired)
    await assert.rejects(signInWithCode(server, 'ada', code), wrong)
    const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeOf(server, 'ada')))
    const one = nextCode()
    const tries = await Promise.allSettled(challenges.map((due) => bring(server, due.challenge, one)))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('is good once, however many bring it at a time', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const { codes } = await withApp(server)
    const { challenge } = await challengeOf(server, 'ada')
    const tries = await Promise.allSettled(codes.map((code) => bring(server, challenge, code, 'recovery')))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('ends with its time, with five wrong codes, with a new password and with the account', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const { person, nextCode } = await withApp(server)
    const late = await challengeOf(server, 'ada')
    server.clock.advance(5 * MINUTE)
    await assert.rejects(bring(server, late.challenge, nextCode()), expired)
    const { challenge } = await challengeOf(server, 'ada')
    for (let attemptsLeft = 4; attemptsLeft >= 0; attemptsLeft -= 1)
      await assert.rejects(bring(server, challenge, '000000'), { ...wrong, attemptsLeft })
    await assert.rejects(bring(server, challenge, nextCode()), expired)

    const stolen = await challengeOf(server, 'ada')
    const newPassword = 'a horse of another colour'
    const { token } = await signInWithCode(server, 'ada', nextCode())
    const client = clientWith(server, token)
    await client.call('changePassword', { body: { currentPassword: person.password, newPassword } })
    await assert.rejects(bring(server, stolen.challenge, nextCode()), expired)

    const admin = await signUpAdmin(server)
    const reply = await server.client.call('login', { body: { username: 'ada', password: newPassword } })
    assert.ok('secondFactor' in reply)
    await setActive(admin, 'ada', false)
    await assert.rejects(bring(server, reply.secondFactor.challenge, nextCode()), expired)
  })

  test('can be brought by a recovery code, each of them once, and its person is told', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const { person, codes } = await withApp(server)
    const [first = '', second = ''] = codes
    await signInWithCode(server, 'ada', first.toLowerCase().replaceAll('-', ' '), 'recovery')
    await assert.rejects(signInWithCode(server, 'ada', first, 'recovery'), wrong)
    await assert.rejects(signInWithCode(server, 'ada', '', 'recovery'), wrong)
    const { security } = await person.client.call('security')
    assert.equal(security.recoveryCodes.left, 9)
    assert.ok(security.recoveryCodes.lastUsedAt)
    await mailsTo(server, 'ada@example.org')
    const subjects = await subjectsTo(server, 'ada@example.org')
    assert.equal(subjects.filter((one) => one.includes('recovery code was used')).length, 1)
    const rows = JSON.stringify(
      await server.services.database.selectFrom('recovery_codes').selectAll().execute(),
    )
    assert.ok(codes.every((code) => !rows.includes(code)))

    const fresh = await person.client.call('renewRecoveryCodes', { headers: await confirm(person) })
    await assert.rejects(signInWithCode(server, 'ada', second, 'recovery'), wrong)
    await signInWithCode(server, 'ada', fresh.codes[9] ?? '', 'recovery')
    await mailsTo(server, 'ada@example.org')
    assert.ok((await subjectsTo(server, 'ada@example.org')).some((one) => /^New recovery codes/.test(one)))
  })

  test('gets so many recovery codes, and none without a factor: everybody waits while they are hashed', async () => {
    await using server = await startServer(await place())
    const { person } = await withApp(server)
    let headers = await confirm(person)
    const renew = () => person.client.call('renewRecoveryCodes', { headers })
    for (let times = 0; times < 4; times += 1) await renew()
    await assert.rejects(renew(), { code: 'RATE_LIMITED', status: 429 })
    await person.client.call('removeTotp', { headers })
    headers = await confirm(person)
    for (let times = 0; times < 6; times += 1)
      await assert.rejects(renew(), { code: 'SECOND_FACTOR_MISSING' })
    // Nor by setting the app up again and again.
    await assert.rejects(turnOn(server, person), { code: 'RATE_LIMITED' })
    server.clock.advance(10 * MINUTE)
    await turnOn(server, await signIn(server, 'ada'))
  })

  test('of one person is not that of another', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const [ada, bob] = [await withApp(server), await withApp(server, 'bob')]
    const { challenge } = await challengeOf(server, 'bob')
    await assert.rejects(bring(server, challenge, ada.nextCode()), wrong)
    await assert.rejects(bring(server, challenge, ada.codes[0] ?? '', 'recovery'), wrong)
    await bring(server, challenge, bob.nextCode())
  })

  test(`refuses ${wrongCodes} wrong codes, and looks at ten of them at most`, async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
    })
    await withApp(server)
    server.clock.freeze()
    let address = 0
    // From as many addresses as one likes: it is the account that is protected.
    const from = () => {
      address += 1
      return { 'x-forwarded-for': `10.0.${(address >> 8) & 255}.${address & 255}` }
    }
    let looked = 0
    let challenge = ''
    async function guess(count: number): Promise<void> {
      const json = { challenge, method: 'totp', code: String(count % 1_000_000).padStart(6, '0') }
      const url = `${server.baseUrl}/api/auth/second-factor`
      const { text } = await callOnce(url, { method: 'POST', headers: from(), json })
      const { code }: { code?: string } = JSON.parse(text)
      if (code === 'WRONG_CODE') looked += 1
      else assert.ok(code === 'RATE_LIMITED' || code === 'CHALLENGE_EXPIRED', text)
    }
    for (let count = 0; count < wrongCodes; count += atOnce) {
      if (count % (wrongCodes / 10) === 0) challenge = (await challengeOf(server, 'ada')).challenge
      await Promise.all(Array.from({ length: atOnce }, (_, index) => guess(count + index)))
    }
    assert.ok(looked <= 10, String(looked))
  })

  test('is kept by a password reset, and removed by an administrator with a mail and an entry in the log', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const { person } = await withApp(server)
    const admin = await signUpAdmin(server)
    await server.client.call('forgotPassword', { body: { email: 'ada@example.org' } })
    const mails = await mailsTo(server, 'ada@example.org')
    const [, token = ''] = mails.map(({ text = '' }) => /token=([\w-]+)/.exec(text)).find(Boolean) ?? []
    await server.client.call('resetPassword', { body: { token, password: person.password } })
    await challengeOf(server, 'ada')

    const params = { id: person.user.id }
    assert.equal((await admin.client.call('adminUser', { params })).user.hasSecondFactor, true)
    await admin.client.call('resetFactors', { params })
    assert.equal((await admin.client.call('adminUser', { params })).user.hasSecondFactor, false)
    await signIn(server, 'ada')
    await mailsTo(server, 'ada@example.org')
    assert.ok((await subjectsTo(server, 'ada@example.org')).some((subject) => subject.includes('was reset')))
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'user' } })
    assert.ok(entries.some(({ act, subject }) => act === 'user.factors-reset' && subject?.name === 'ada'))
  })
})

forEachDatabase('a service that wants a second step', ({ place }) => {
  test('gives seven days, and then takes nothing but an app', async () => {
    const environment = { SECOND_FACTOR: 'all', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { key } = await createKey(ada, {
      scopes: ['contacts', 'transfers:send', 'transfers:read', 'transfers:manage'],
    })
    const { ref } = JSON.parse(await (await sendFileAs(server, key, 'early.txt')).text()).transfer
    assert.equal(ada.user.mustAddFactor, false)
    const { security } = await ada.client.call('security')
    assert.equal(security.required, true)
    assert.equal(Date.parse(security.dueAt ?? '') > server.clock.now() + 6 * DAY, true)
    server.clock.advance(7 * DAY)
    const late = await signIn(server, 'ada')
    assert.equal(late.user.mustAddFactor, true)
    const required = { code: 'SECOND_FACTOR_REQUIRED', status: 403 }
    await assert.rejects(late.client.call('contacts', { query: {} }), required)
    await assert.rejects(late.client.call('removeTotp', { headers: await confirm(late) }), required)
    const program = clientWith(server, key)
    await assert.rejects(program.call('contacts', { query: {} }), required)
    // Also what nobody has to sign in for: the key sends nothing and manages nothing.
    for (const token of [key, late.token]) {
      const sent = await sendFileAs(server, token, 'late.txt')
      assert.match(await sent.text(), /SECOND_FACTOR_REQUIRED/)
      const begun = await sendCreation(server, 3, {}, { authorization: `Bearer ${token}` })
      assert.match(await begun.text(), /SECOND_FACTOR_REQUIRED/)
      const client = clientWith(server, token)
      await assert.rejects(client.call('managedTransfer', { params: { ref } }), {
        code: 'AUTHENTICATION_REQUIRED',
      })
      await assert.rejects(client.call('deleteTransfer', { params: { ref } }), required)
      assert.equal((await client.call('config')).requests, null)
    }
    assert.equal((await late.client.call('currentUser')).user.mustAddFactor, true)
    await turnOn(server, late)
    await late.client.call('contacts', { query: {} })
    await program.call('contacts', { query: {} })
    assert.equal((await sendFileAs(server, key, 'again.txt')).status, 201)
    await assert.rejects(late.client.call('removeTotp', { headers: await confirm(late) }), required)
  })

  test('gives the days anew when it wants one again, to those whom a setting or a role let go', async () => {
    await using server = await startServer({ ...(await place()), environment: { RATE_LIMITS: 'off' } })
    const first = await signUpAdmin(server)
    const { secret } = await turnOn(server, first)
    const setPolicy = async (client: Person['client'], from: string, to: string) => {
      await client.call('changeSettings', { body: { changes: [{ name: 'SECOND_FACTOR', from, to }] } })
    }
    await setPolicy(first.client, 'optional', 'all')
    const ada = await signUp(server)
    const program = clientWith(server, (await createKey(ada, { scopes: ['contacts'] })).key)
    const { security } = await ada.client.call('security')
    assert.ok(security.dueAt)
    await setPolicy(first.client, 'all', 'administrators')
    server.clock.advance(30 * DAY)
    const { token } = await signInWithCode(server, 'root', appCode(secret, server.clock.now()))
    const root = { ...first, token, client: clientWith(server, token) }
    await setPolicy(root.client, 'administrators', 'all')
    await program.call('contacts', { query: {} })
    const back = await signIn(server, 'ada')
    assert.equal(back.user.mustAddFactor, false)
    const renewed = (await back.client.call('security')).security.dueAt ?? ''
    assert.ok(Date.parse(renewed) > server.clock.now() + 6 * DAY)

    // Whom it is wanted of already keeps the days that there were.
    await setPolicy(root.client, 'all', 'administrators')
    await setAdmin(root, 'ada', true)
    const due = (await (await signIn(server, 'ada')).client.call('security')).security.dueAt
    assert.ok(due)
    await setPolicy(root.client, 'administrators', 'all')
    await setAdmin(root, 'ada', false)
    assert.equal((await (await signIn(server, 'ada')).client.call('security')).security.dueAt, due)
    await setPolicy(root.client, 'all', 'administrators')
    await setAdmin(root, 'ada', true)
    await signIn(server, 'ada')
    await setAdmin(root, 'ada', false)
    server.clock.advance(8 * DAY)
    const again = await signInWithCode(server, 'root', appCode(secret, server.clock.now()))
    await setAdmin({ ...root, client: clientWith(server, again.token) }, 'ada', true)
    await program.call('contacts', { query: {} })
  })

  test('gives the days anew where an option let them go', async () => {
    const at = await place()
    const wanted = { SECOND_FACTOR: 'all' }
    async function overdueAfter(days: number, environment: Record<string, string>, signsIn = true) {
      await using server = await startServer({ ...at, environment, now: Date.now() + days * DAY })
      await sweepAccounts(server.services)
      if (!signsIn) return undefined
      return (await signIn(server, 'ada')).user.mustAddFactor
    }
    {
      await using server = await startServer({ ...at, environment: wanted })
      await signUp(server)
    }
    assert.equal(await overdueAfter(8, wanted), true)
    await overdueAfter(9, {}, false)
    assert.equal(await overdueAfter(10, wanted), false)
    assert.equal(await overdueAfter(18, wanted), true)
  })

  test('of administrators leaves others alone', async () => {
    const environment = { SECOND_FACTOR: 'administrators', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    await signUpAdmin(server)
    await signUp(server)
    server.clock.advance(8 * DAY)
    const root = await signIn(server, 'root')
    assert.equal(root.user.mustAddFactor, true)
    const ada = await signIn(server, 'ada')
    assert.equal(ada.user.mustAddFactor, false)
    const { id } = await uploadAs(server, ada.token, 'hers.txt')
    await assert.rejects(root.client.call('deleteFile', { params: { id } }), {
      code: 'SECOND_FACTOR_REQUIRED',
    })
    await ada.client.call('deleteFile', { params: { id } })
  })
})
