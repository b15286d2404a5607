import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { becomePage, ines, until } from '#tests/support/accounts/session-in-page.ts'

let asked = 0
let answer: () => Promise<Response> = () => Promise.reject(new Error('no answer was arranged'))

becomePage(() => {
  asked += 1
  return answer()
})
const { loadUser } = await import('./load-user.ts')
const { currentSession, setSession } = await import('./session.ts')
const { haveEnded, readTokens, writeTokens } = await import('./session-tokens.ts')

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  asked = 0
  writeTokens({ success: true, user: ines, token: 'token', refreshToken: 'refresh', expiresIn: 3_600_000 })
  setSession({ status: 'loading' })
})
afterEach(() => mock.timers.reset())

test('a server that cannot be reached for a moment signs nobody out, and is asked again every three seconds', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const loading = loadUser()
  await until(() => asked === 1)
  for (let times = 2; times < 5; times += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    mock.timers.tick(2999)
    assert.equal(asked, times - 1)
    mock.timers.tick(1)
    await until(() => asked === times)
    assert.equal(currentSession().status, 'loading')
    assert.ok(readTokens())
  }
  answer = async () => Response.json({ success: true, user: ines })
  await new Promise((resolve) => setImmediate(resolve))
  mock.timers.tick(3000)
  await loading
  assert.deepEqual(currentSession(), { status: 'user', user: ines })
})

test('a session that the server no longer takes is over, and its tokens are gone', async () => {
  answer = async () => Response.json({ success: false, code: 'NOT_SIGNED_IN', message: 'x' }, { status: 401 })
  await loadUser()
  assert.deepEqual(currentSession(), { status: 'guest', ended: true })
  assert.equal(readTokens(), undefined)
  assert.equal(haveEnded(), true)
})
