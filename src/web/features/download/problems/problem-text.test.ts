import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ApiError } from '#client/api-error.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { mayPass, problemOf, waitsUntil } from './problem.ts'
import { problemText, refusalText } from './problem-text.ts'

beforeEach(() => speakInTest('en'))

const now = Date.parse('2026-11-21T20:06:00Z')

const rows = [
  ['NETWORK_ERROR', 0, 'Connection lost. Check your network and try again.', true],
  ['MAINTENANCE', 503, 'Back at noon.', true],
  ['HTTP_500', 500, 'File not found or expired', true],
  ['UNEXPECTED_REPLY', 200, 'File not found or expired', true],
  ['HTTP_502', 502, 'Server temporarily unavailable. Please try again.', true],
  ['HTTP_504', 504, 'Request timeout. Please try again.', true],
  ['STORAGE_UNAVAILABLE', 503, 'Service temporarily unavailable. Please try again.', true],
  ['FILE_DAMAGED', 500, 'This file was damaged on the server', true],
  ['FILE_EXPIRED', 410, 'This file has expired and was automatically deleted.', false],
  ['FILE_DELETED', 410, 'This file has been permanently removed.', false],
  ['LINK_USED_UP', 410, 'The allowed downloads have been used.', false],
  ['TRANSFER_DISABLED', 451, 'This transfer is unavailable while we review a report.', true],
] as const

for (const [code, status, sentence, passes] of rows)
  test(`${code} is told in its words, and ${passes ? 'may pass' : 'is final'}`, () => {
    const problem = problemOf(new ApiError({ code, status, message: 'Back at noon.' }), now)
    assert.ok(problemText(problem).startsWith(sentence), problemText(problem))
    assert.equal(mayPass(problem), passes)
  })

test('a service that says when to come back is waited for until then', () => {
  const problem = problemOf(
    new ApiError({ code: 'MAINTENANCE', status: 503, message: 'Back at noon.', retryAfter: 90 }),
    now,
  )
  assert.equal(waitsUntil(problem, now), now + 90_000)
  assert.equal(waitsUntil(problem, now + 90_000), undefined)
})

test('a download that did not begin is told as such', () => {
  for (const [code, status, sentence] of [
    ['NETWORK_ERROR', 0, 'Download failed. Check your connection and try again.'],
    ['HTTP_500', 500, 'Download failed'],
    ['AUTHENTICATION_REQUIRED', 401, 'This quantum-encrypted file requires you to sign in first.'],
    [
      'DOWNLOAD_BUSY',
      409,
      'The last download of this file is running right now. If it fails, you can try again.',
    ],
  ] as const)
    assert.equal(refusalText(problemOf(new ApiError({ code, status, message: '' }), now)), sentence)
})
