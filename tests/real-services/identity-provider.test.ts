import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { clientWith, goodPassword, signIn } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { type GlewlwydMember, startGlewlwyd } from '#tests/support/oidc/glewlwyd.ts'
import { type Arrival, exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { startServer } from '#tests/support/server/server.ts'

const publicUrl = 'http://localhost:3000'
const GIB = 1024 ** 3
const ada: GlewlwydMember = {
  preferred_username: 'ada',
  email: 'ada@example.org',
  email_verified: true,
  groups: ['planning', 'restante-admins'],
  quota: '3GB',
}
const problem = ({ page, fragment }: Arrival) => [page, fragment.get('oidc')]

test('glewlwyd signs people in, whose claims give and take', async () => {
  await using provider = await startGlewlwyd(publicUrl)
  const logged: string[] = []
  await using server = await startServer({
    log: (line) => logged.push(line),
    environment: {
      ...provider.environment,
      OIDC_SIGN_UP: 'example.org',
      OIDC_ADMIN_CLAIM: 'groups:restante-admins',
      OIDC_QUOTA_CLAIM: 'quota',
      RATE_LIMITS: 'off',
    },
  })
  await createUser(server.services, {
    username: 'grace',
    email: 'grace@example.net',
    password: goodPassword,
    isAdmin: true,
  })
  await provider.add(ada)
  const browser = providerBrowser(server, provider.answer)
  const arrival = await browser.go({ redirect: '/portal/files' })
  assert.equal(arrival.page, '/login?redirect=%2Fportal%2Ffiles')
  const reply = await exchange(server, arrival)
  assert.ok('token' in reply, JSON.stringify(reply))
  assert.deepEqual(
    [reply.user.username, reply.user.email, reply.user.isAdmin],
    ['ada', 'ada@example.org', true],
  )
  const { user } = await clientWith(server, reply.token).call('profile')
  assert.equal(user.storageLimit, 3 * GIB)

  // What was answered once is no answer again, nor is one for another browser, nor with another state.
  const { verifier, callback } = await browser.start()
  const changed = callback.replace(/state=[^&]+/, 'state=another')
  assert.deepEqual(problem(await browser.finish({ verifier, callback: changed })), ['/login', 'failed'])
  assert.deepEqual(problem(await browser.finish({ verifier, callback })), ['/login', 'expired'])
  const own = await browser.start()
  const stranger = providerBrowser(server, provider.answer)
  assert.deepEqual(problem(await stranger.finish(own)), ['/login', 'expired'])
  // A code belongs to the sign-in that it was asked for: the provider holds the PKCE of the other one against it.
  const foreign = await stranger.start()
  const swapped = new URL(own.callback)
  swapped.searchParams.set('code', new URL(foreign.callback).searchParams.get('code') ?? '')
  assert.deepEqual(problem(await browser.finish({ verifier: own.verifier, callback: swapped.href })), [
    '/login',
    'failed',
  ])

  await provider.update({ ...ada, groups: ['planning'], quota: '' })
  const next = await exchange(server, await browser.go())
  assert.ok('token' in next)
  assert.deepEqual([next.user.id, next.user.isAdmin], [reply.user.id, false])
  await assert.rejects(clientWith(server, reply.token).call('profile'), { status: 401 })
  const later = await clientWith(server, next.token).call('profile')
  assert.notEqual(later.user.storageLimit, 3 * GIB)

  await provider.add({ preferred_username: 'bob', email: 'bob@example.org', email_verified: false })
  const unverified = await providerBrowser(server, provider.answer).go()
  await assert.rejects(exchange(server, unverified), { code: 'ACCOUNT_NOT_CONNECTED' })
  const secrets = new RegExp(`${provider.environment.OIDC_CLIENT_SECRET}|id_token|eyJ[\\w-]+\\.eyJ`)
  assert.doesNotMatch(logged.join(''), secrets)
})

test('glewlwyd with keys on a curve connects an account of before, and can be away', async () => {
  await using provider = await startGlewlwyd(publicUrl, 'ES256')
  await using server = await startServer({
    environment: { ...provider.environment, OIDC_SIGN_UP: 'on', RATE_LIMITS: 'off' },
  })
  await createUser(server.services, { username: 'ada', email: ada.email, password: goodPassword })
  await provider.add(ada)
  const browser = providerBrowser(server, provider.answer)
  const arrival = await browser.go()
  const due = await exchange(server, arrival)
  assert.ok('connect' in due, JSON.stringify(due))
  server.clock.advance(1000)
  const person = await signIn(server, 'ada')
  const body = { code: due.connect.code, verifier: arrival.verifier }
  const { identity } = await person.client.call('connectIdentity', { body })
  assert.deepEqual([identity.provider, identity.email], ['Gemeente Rotterdam', ada.email])
  const reply = await exchange(server, await browser.go())
  assert.ok('token' in reply)
  assert.equal(reply.user.id, person.user.id)

  // Glewlwyd 2.7 does not say when someone signed in there, and so confirms nothing: its auth_time is always 0.
  const confirmed = await browser.go({ purpose: 'confirm', redirect: '/portal/profile' })
  assert.deepEqual(problem(confirmed), ['/portal/profile', 'failed'])

  const halfway = await browser.start()
  await provider.stop()
  assert.deepEqual(problem(await browser.finish(halfway)), ['/login', 'unavailable'])
  await provider.start()
  assert.ok('token' in (await exchange(server, await browser.go())))
  const params = { id: identity.id }
  await person.client.call('disconnectIdentity', { params, headers: await confirm(person) })
  assert.ok('connect' in (await exchange(server, await browser.go())))
})
