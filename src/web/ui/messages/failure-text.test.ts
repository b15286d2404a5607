import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ApiError } from '#client/api-error.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { failureText, failureWithReason } from './failure-text.ts'

beforeEach(() => speakInTest('en'))

const now = new Date(2026, 10, 21, 20, 6).getTime()

for (const [code, status, reason] of [
  ['NETWORK_ERROR', 0, 'Connection lost. Check your network and try again.'],
  ['TIMEOUT', 0, 'Request timeout. Please try again.'],
  ['HTTP_502', 502, 'Server temporarily unavailable. Please try again.'],
  ['HTTP_503', 503, 'Service temporarily unavailable. Please try again.'],
  ['HTTP_418', 418, 'Server error (418)'],
] as const)
  test(`where ${code} came in between, what failed is told, and below it why`, () => {
    const error = new ApiError({ code, status, message: 'x' })
    assert.equal(failureText(error, 'login.failed', now), `Login failed\n${reason}`)
    assert.equal(failureText(error, 'register.failed', now), `Registration failed\n${reason}`)
  })

test('what the server said comes alone, or below what failed where that is asked for', () => {
  const error = new ApiError({ code: 'INVALID_CREDENTIALS', status: 401, message: 'x' })
  assert.equal(failureText(error, 'login.failed', now), 'Invalid username or password.')
  assert.equal(failureWithReason(error, 'login.failed', now), 'Login failed\nInvalid username or password.')
})

test('a limit says when to come back', () => {
  const error = new ApiError({ code: 'RATE_LIMITED', status: 429, message: 'x', retryAfter: 600 })
  assert.match(failureText(error, 'login.failed', now), /20:16/)
})

test('a fault of the page itself is told as what failed', () => {
  assert.equal(failureText(new TypeError('x'), 'login.failed', now), 'Login failed')
})
