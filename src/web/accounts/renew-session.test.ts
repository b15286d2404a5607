import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import { becomePage, ines, until } from '#tests/support/accounts/session-in-page.ts'

const MINUTE = 60_000
const calls: { path: string; body: { refreshToken: string } }[] = []
let answer: () => Promise<Response> = () => Promise.reject(new Error('no answer was arranged'))

becomePage((path, init) => {
  calls.push({ path, body: JSON.parse(String(init.body)) })
  return path.endsWith('/refresh') ? answer() : Promise.resolve(Response.json({ success: true }))
})
const { adoptSession, renewSession } = await import('./renew-session.ts')
const { currentSession } = await import('./session.ts')
const { clearTokens, readTokens } = await import('./session-tokens.ts')

function reply(name: string, expiresIn = 60 * MINUTE): AuthReply {
  return { success: true, user: ines, token: `token ${name}`, refreshToken: `refresh ${name}`, expiresIn }
}

function renewals(): number {
  return calls.filter(({ path }) => path.endsWith('/refresh')).length
}

beforeEach(() => {
  calls.length = 0
  answer = async () => Response.json(reply('second'))
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
})
afterEach(() => mock.timers.reset())

test('a session is renewed five minutes before its token ends, and goes on from there', async () => {
  adoptSession(reply('first'))
  mock.timers.tick(55 * MINUTE - 1)
  assert.equal(renewals(), 0)
  mock.timers.tick(1)
  await until(() => readTokens()?.token === 'token second')
  assert.deepEqual(calls, [{ path: '/api/auth/refresh', body: { refreshToken: 'refresh first' } }])
  mock.timers.tick(55 * MINUTE)
  await until(() => renewals() === 2)
})

test('a session is not renewed sooner than after a minute, however short its token lives', async () => {
  adoptSession(reply('first', 1000))
  mock.timers.tick(MINUTE - 1)
  assert.equal(renewals(), 0)
  mock.timers.tick(1)
  await until(() => renewals() === 1)
})

test('however many calls ask at a time, one renewal answers them all', async () => {
  adoptSession(reply('first'))
  const tokens = await Promise.all(Array.from({ length: 20 }, () => renewSession('token first')))
  assert.deepEqual(new Set(tokens), new Set(['token second']))
  assert.equal(renewals(), 1)
})

test('a session that is left while it is being renewed stays left, here and on the server', async () => {
  adoptSession(reply('first'))
  const held = Promise.withResolvers<Response>()
  answer = () => held.promise
  const renewed = renewSession('token first')
  await until(() => renewals() === 1)
  clearTokens()
  held.resolve(Response.json(reply('second')))
  assert.equal(await renewed, undefined)
  assert.equal(readTokens(), undefined)
  const last = calls.at(-1)
  assert.match(last?.path ?? '', /\/logout$/)
  assert.equal(last?.body.refreshToken, 'refresh second')
})

test('a session that the server no longer takes has ended; one that it could not be asked about goes on', async () => {
  adoptSession(reply('first'))
  answer = () => Promise.reject(new TypeError('no network'))
  await assert.rejects(renewSession('token first'), { code: 'NETWORK_ERROR' })
  assert.equal(readTokens()?.token, 'token first')
  const json = { success: false, error: 'x', message: 'x', code: 'INVALID_TOKEN' }
  answer = async () => Response.json(json, { status: 401 })
  assert.equal(await renewSession('token first'), undefined)
  assert.equal(readTokens(), undefined)
  const session = currentSession()
  assert.equal(session.status === 'user' && session.ended, true)
})
