import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmationHeader } from '#contract/headers.ts'
import { sha256 } from '#crypto/random-id.ts'
import { sweepAccounts } from '#server/identity/privacy/sweep-accounts.ts'
import {
  clientWith,
  goodPassword,
  sendJson,
  setActive,
  signIn,
  signUp,
  signUpAdmin,
} from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { addPasskey, originOf, register, signInWithPasskey } from '#tests/support/accounts/passkeys.ts'
import { challengeOf, turnOn } from '#tests/support/accounts/second-factor.ts'
import { createAuthenticator, type Deviation } from '#tests/support/accounts/software-authenticator.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo, subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer } from '#tests/support/server/server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const refused = { code: 'PASSKEY_REFUSED', status: 403 }
const expired = { code: 'CHALLENGE_EXPIRED', status: 401 }
const unlimited = { environment: { RATE_LIMITS: 'off' } }

/** What each answer of another page, another service or another key has to fail at. */
const hostile: Record<string, Deviation> = {
  'another origin': { origin: 'https://restante.example.net' },
  'another port': { origin: 'http://localhost:1' },
  'another service': { rpId: 'example.net' },
  'a frame of another site': { crossOrigin: true },
  'nobody verified': { verified: false },
  'the answer to another question': { type: 'webauthn.create' },
  'another person’s handle': { userHandle: Buffer.from('somebody else').toString('base64url') },
  'another key': { key: createAuthenticator('http://localhost').key },
}

forEachDatabase('a passkey', ({ place }) => {
  test('is added, signs in by itself, is named, and removed, with mails and entries in the log', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const ada = await signUp(server)
    const { authenticator, passkey, codes } = await addPasskey(server, ada)
    assert.equal(codes?.length, 10)
    assert.deepEqual([passkey.synced, passkey.lastUsedAt], [true, null])
    const second = await addPasskey(server, ada, { synced: false, counter: 7 })
    assert.deepEqual([second.passkey.synced, second.codes], [false, null])
    await assert.rejects(register(ada, authenticator), { code: 'PASSKEY_EXISTS', status: 409 })

    for (const one of [authenticator, second.authenticator]) {
      const { user, token } = await signInWithPasskey(server, one)
      assert.equal(user.username, 'ada')
      await clientWith(server, token).call('profile')
    }
    const { passkeys } = await ada.client.call('passkeys')
    assert.ok(passkeys.every(({ lastUsedAt }) => lastUsedAt !== null))
    const rows = await server.services.database.selectFrom('passkeys').selectAll().execute()
    assert.deepEqual(rows.map(({ counter }) => Number(counter)).toSorted(), [0, 8])

    assert.equal((await ada.client.call('previewErasure')).erasure.passkeys, 2)
    const headers = await confirm(ada)
    const params = { id: passkey.id }
    const renamed = await ada.client.call('renamePasskey', { params, headers, body: { name: ' Pixel 9 ' } })
    assert.equal(renamed.passkey.name, 'Pixel 9')
    const data = await (
      await fetch(`${server.baseUrl}/api/users/export`, { headers: { authorization: `Bearer ${ada.token}` } })
    ).json()
    assert.deepEqual(data.passkeys[0].name, 'Pixel 9')

    await ada.client.call('removePasskey', { params, headers })
    await assert.rejects(signInWithPasskey(server, authenticator), refused)
    await assert.rejects(ada.client.call('removePasskey', { params, headers }), { code: 'PASSKEY_NOT_FOUND' })
    await challengeOf(server, 'ada')
    await ada.client.call('removePasskey', { params: { id: second.passkey.id }, headers })
    await signIn(server, 'ada')
    assert.equal((await ada.client.call('security')).security.recoveryCodes.total, 0)
    await mailsTo(server, 'ada@example.org')
    const subjects = (await subjectsTo(server, 'ada@example.org')).join('\n')
    for (const words of ['New passkey', 'passkey was removed', 'turned off'])
      assert.match(subjects, RegExp(words))
    const admin = await signUpAdmin(server)
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'account' } })
    const acts = entries.map(({ act }) => act)
    for (const act of ['added', 'renamed', 'removed'] as const)
      assert.ok(acts.includes(`account.passkey-${act}`))
  })

  test('is changed with a fresh confirmation only, by its owner only, and made as the service wants it', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const { passkey, authenticator } = await addPasskey(server, ada)
    const params = { id: passkey.id }
    const required = { code: 'CONFIRMATION_REQUIRED' }
    await assert.rejects(ada.client.call('newPasskeyOptions'), required)
    await assert.rejects(ada.client.call('renamePasskey', { params, body: { name: 'x' } }), required)
    await assert.rejects(ada.client.call('removePasskey', { params }), required)
    const headers = await confirm(bob)
    const none = { code: 'PASSKEY_NOT_FOUND', status: 404 }
    await assert.rejects(bob.client.call('renamePasskey', { params, headers, body: { name: 'x' } }), none)
    await assert.rejects(bob.client.call('removePasskey', { params, headers }), none)

    const { challengeId, options } = await bob.client.call('newPasskeyOptions', { headers })
    assert.deepEqual(
      [options.rp.id, options.attestation, options.authenticatorSelection],
      ['localhost', 'none', { residentKey: 'preferred', userVerification: 'required' }],
    )
    assert.deepEqual(
      options.pubKeyCredParams.map(({ alg }) => alg),
      [-8, -7, -257],
    )
    const mine = createAuthenticator(originOf(server))
    const body = { challengeId, response: mine.create(options) }
    const unconfirmed = bob.client.call('addPasskey', { body })
    await assert.rejects(unconfirmed, required)
    // A challenge is that of one session.
    const elsewhere = await signIn(server, 'bob')
    const stolen = elsewhere.client.call('addPasskey', { body, headers: await confirm(elsewhere) })
    await assert.rejects(stolen, expired)
    await bob.client.call('addPasskey', { body, headers })
    await assert.rejects(bob.client.call('addPasskey', { body, headers }), expired)

    const { options: next } = await ada.client.call('newPasskeyOptions', { headers: await confirm(ada) })
    assert.deepEqual(
      next.excludeCredentials.map(({ id, transports }) => ({ id, transports })),
      [{ id: authenticator.id, transports: ['hybrid', 'internal'] }],
    )
    for (const [name, deviation] of Object.entries(hostile)) {
      if (!('userHandle' in deviation || 'key' in deviation || 'type' in deviation))
        await assert.rejects(register(bob, createAuthenticator(originOf(server)), deviation), refused, name)
    }
    const weak = register(bob, createAuthenticator(originOf(server)), { algorithm: -65535 })
    await assert.rejects(weak, refused, 'RS1')
  })

  test('signs in from our own pages only, with its person verified, once, and in time', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const ada = await signUp(server)
    const { authenticator } = await addPasskey(server, ada)
    for (const [name, deviation] of Object.entries(hostile))
      await assert.rejects(signInWithPasskey(server, authenticator, deviation), refused, name)
    await assert.rejects(signInWithPasskey(server, createAuthenticator(originOf(server))), refused, 'unknown')

    const offer = () => server.client.call('passkeyOptions', { body: {} })
    const bring = (challengeId: string, response: ReturnType<typeof authenticator.assert>) =>
      server.client.call('signInWithPasskey', { body: { challengeId, response } })
    const first = await offer()
    const response = authenticator.assert(first.options)
    await bring(first.challengeId, response)
    await assert.rejects(bring(first.challengeId, response), expired, 'replayed')
    const second = await offer()
    await assert.rejects(bring(second.challengeId, response), refused, 'replayed for another challenge')
    await assert.rejects(bring(second.challengeId, authenticator.assert(second.options)), expired, 'used up')
    const late = await offer()
    server.clock.advance(5 * MINUTE)
    await assert.rejects(bring(late.challengeId, authenticator.assert(late.options)), expired, 'late')
    const one = await offer()
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => bring(one.challengeId, authenticator.assert(one.options))),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    server.clock.advance(5 * MINUTE)
    await sweepAccounts(server.services)
    const left = await server.services.database.selectFrom('passkey_challenges').selectAll().execute()
    assert.deepEqual(left, [])

    // A challenge for one purpose is good for no other.
    const own = await ada.client.call('passkeyOptions', { body: {} })
    await assert.rejects(bring(own.challengeId, authenticator.assert(own.options)), expired, 'confirmation')
  })

  test('that counts is refused once it counts back; a synced one is not', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const ada = await signUp(server)
    const bound = await addPasskey(server, ada, { synced: false, counter: 40 })
    await signInWithPasskey(server, bound.authenticator)
    for (const counter of [41, 40, 0])
      await assert.rejects(signInWithPasskey(server, bound.authenticator, { counter }), refused)
    await signInWithPasskey(server, bound.authenticator, { counter: 42 })
    const synced = await addPasskey(server, ada, { synced: true, counter: 40 })
    await signInWithPasskey(server, synced.authenticator)
    await signInWithPasskey(server, synced.authenticator, { counter: 3 })
  })

  test('of a disabled account opens nothing, and neither does the password of one that has a passkey', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const { authenticator, codes } = await addPasskey(server, ada)
    const { authenticator: bobs } = await addPasskey(server, bob)
    const due = await challengeOf(server, 'ada', true)
    assert.deepEqual(due.methods, ['passkey', 'recovery'])
    assert.deepEqual(
      due.passkey?.allowCredentials.map(({ id }) => id),
      [authenticator.id],
    )
    assert.ok(due.passkey)
    const bring = (challenge: string, response: ReturnType<typeof authenticator.assert>) =>
      server.client.call('secondFactor', { body: { challenge, method: 'passkey', response } })
    const { user } = await bring(due.challenge, authenticator.assert(due.passkey))
    assert.equal(user.username, 'ada')
    const { sessions } = await ada.client.call('sessions')
    assert.ok(sessions.some(({ remembered }) => remembered))

    for (const [name, deviation] of Object.entries(hostile)) {
      const { challenge, passkey } = await challengeOf(server, 'ada')
      assert.ok(passkey)
      await assert.rejects(bring(challenge, authenticator.assert(passkey, deviation)), refused, name)
      await assert.rejects(bring(challenge, authenticator.assert(passkey)), expired, `${name}: used up`)
    }
    const other = await challengeOf(server, 'ada')
    assert.ok(other.passkey)
    await assert.rejects(bring(other.challenge, bobs.assert(other.passkey)), refused, 'another person’s')
    // What a sign-in of its own has signed is no second factor, and the other way round.
    const whole = await server.client.call('passkeyOptions', { body: {} })
    const { challenge, passkey } = await challengeOf(server, 'ada')
    await assert.rejects(bring(challenge, authenticator.assert(whole.options)), refused)
    assert.ok(passkey)
    const half = { challengeId: whole.challengeId, response: authenticator.assert(passkey) }
    await assert.rejects(server.client.call('signInWithPasskey', { body: half }), refused)
    // There is no app to ask for.
    const pending = await challengeOf(server, 'ada')
    const code = { challenge: pending.challenge, method: 'totp' as const, code: '000000' }
    await assert.rejects(server.client.call('secondFactor', { body: code }), { code: 'WRONG_CODE' })
    await server.client.call('secondFactor', {
      body: { challenge: pending.challenge, method: 'recovery', code: codes?.[0] ?? '' },
    })

    await setActive(await signUpAdmin(server), 'ada', false)
    const disabled = { code: 'ACCOUNT_DISABLED', status: 403 }
    await assert.rejects(signInWithPasskey(server, authenticator), disabled)
  })

  test('confirms who one is, in the session that asked', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    await assert.rejects(ada.client.call('passkeyOptions', { body: {} }), { code: 'PASSKEY_NOT_FOUND' })
    const { authenticator } = await addPasskey(server, ada)
    const { authenticator: bobs } = await addPasskey(server, bob)
    const offer = () => ada.client.call('passkeyOptions', { body: {} })
    const { challengeId, options } = await offer()
    const body = { challengeId, response: authenticator.assert(options) }
    const { token } = await signInWithPasskey(server, authenticator)
    await assert.rejects(clientWith(server, token).call('confirm', { body }), expired, 'another session')
    const { confirmation } = await ada.client.call('confirm', { body })
    const headers = { [confirmationHeader]: confirmation }
    await ada.client.call('newPasskeyOptions', { headers })
    await assert.rejects(ada.client.call('confirm', { body }), expired, 'replayed')
    const next = await offer()
    const stranger = { challengeId: next.challengeId, response: bobs.assert(next.options) }
    await assert.rejects(ada.client.call('confirm', { body: stranger }), refused)
    const again = { challengeId: next.challengeId, response: authenticator.assert(next.options) }
    await assert.rejects(ada.client.call('confirm', { body: again }), expired, 'used up')
    const whole = await server.client.call('passkeyOptions', { body: {} })
    const forSignIn = { challengeId: whole.challengeId, response: authenticator.assert(whole.options) }
    await assert.rejects(ada.client.call('confirm', { body: forSignIn }), expired, 'of a sign-in')
  })

  test('of an account shows in nothing that is offered for a name', async () => {
    await using server = await startServer({ ...(await place()), ...unlimited })
    const ada = await signUp(server)
    await signUp(server, 'bob')
    const { authenticator } = await addPasskey(server, ada)
    await addPasskey(server, ada)
    const offered = async (username: string) => {
      const response = await sendJson(server, 'POST', '/auth/passkeys/options', { username })
      assert.equal(response.status, 200)
      const { options } = await response.json()
      return options
    }
    const { allowCredentials: hers } = await offered('ADA')
    const [known] = hers
    assert.equal(hers.length, 2)
    assert.equal(known.id, authenticator.id)
    const shape = (options: object) => Object.keys(options).toSorted().join()
    const decoys = new Set<string>()
    const lengths: number[] = []
    const strangers = Array.from({ length: 60 }, (_, index) => `nobody-${index}`)
    for (const name of ['bob', 'ada@example.org', ...strangers]) {
      const options = await offered(name)
      assert.equal(shape(options), shape(await offered('ada')))
      for (const credential of options.allowCredentials) {
        assert.equal(shape(credential), shape(known))
        decoys.add(credential.id)
        // No part of an id can be reckoned from another.
        const bytes = Buffer.from(credential.id, 'base64url')
        const [head, rest] = [bytes.subarray(0, 32), bytes.subarray(32)]
        const reckoned = sha256(Buffer.concat([head, sha256(head)])).subarray(0, rest.length)
        assert.ok(rest.length === 0 || !rest.equals(reckoned))
      }
      lengths.push(options.allowCredentials.length)
      assert.deepEqual((await offered(name)).allowCredentials, options.allowCredentials)
    }
    assert.ok(lengths.every((length) => length >= 1 && length <= 3))
    // Two are nothing special.
    assert.ok(lengths.includes(hers.length))
    assert.equal(
      decoys.size,
      lengths.reduce((sum, length) => sum + length),
    )
    assert.deepEqual((await server.client.call('passkeyOptions', { body: {} })).options.allowCredentials, [])
  })

  test('counts where a second factor is required, and the last one stays', async () => {
    const environment = { SECOND_FACTOR: 'all', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    server.clock.advance(8 * DAY)
    const late = await signIn(server, 'ada')
    assert.equal(late.user.mustAddFactor, true)
    const { passkey, authenticator } = await addPasskey(server, late)
    await late.client.call('profile')
    const required = { code: 'SECOND_FACTOR_REQUIRED', status: 403 }
    const params = { id: passkey.id }
    const remove = async () => late.client.call('removePasskey', { params, headers: await confirm(late) })
    await assert.rejects(remove(), required)
    await turnOn(server, late)
    // Of two factors that are removed at once, one stays.
    const headers = await confirm(late)
    const both = await Promise.allSettled([
      late.client.call('removePasskey', { params, headers }),
      late.client.call('removeTotp', { headers }),
    ])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    await challengeOf(server, 'ada')

    const admin = await signUpAdmin(server)
    await addPasskey(server, admin)
    const bob = await signUp(server, 'bob')
    const bobs = await addPasskey(server, bob)
    await admin.client.call('resetFactors', { params: { id: bob.user.id } })
    await assert.rejects(signInWithPasskey(server, bobs.authenticator), refused)
    await signIn(server, 'bob', goodPassword)
    assert.ok(authenticator.id && ada.user.id)
  })
})

test('pages may use passkeys, and frames of other sites may not', async () => {
  await using server = await startServer()
  const policy = (await fetch(`${server.baseUrl}/api/health`)).headers.get('permissions-policy') ?? ''
  assert.match(policy, /publickey-credentials-create=\(self\), publickey-credentials-get=\(self\)/)
})
