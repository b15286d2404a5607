import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, networkError } from './api-error.ts'
import { isPassing, leavesUpload, refusesResumable, retryDelay } from './retry.ts'

function failure(status: number, code = `HTTP_${status}`): ApiError {
  return new ApiError({ status, code, message: '' })
}

test('what passes by itself is tried again', () => {
  assert.ok(isPassing(networkError()))
  for (const [status, code] of [
    [503, 'SHUTTING_DOWN'],
    [423, 'UPLOAD_LOCKED'],
    [409, 'UPLOAD_OFFSET_MISMATCH'],
    [502, 'HTTP_502'],
    [429, 'HTTP_429'],
  ] as const)
    assert.ok(isPassing(failure(status, code)), code)
})

test('what our own server refuses is not', () => {
  for (const [status, code] of [
    [413, 'FILE_TOO_LARGE'],
    [422, 'VIRUS_DETECTED'],
    [503, 'SCANNER_UNAVAILABLE'],
    [507, 'STORAGE_FULL'],
    [500, 'INTERNAL_ERROR'],
    [404, 'UPLOAD_NOT_FOUND'],
    [0, 'FILE_UNREADABLE'],
    [403, 'HTTP_403'],
    [501, 'HTTP_501'],
  ] as const)
    assert.ok(!isPassing(failure(status, code)), code)
})

test('tries get rarer, keep to what the server asked for, and end after some ten minutes', () => {
  assert.equal(retryDelay(0, 0, 0.5), 500)
  assert.equal(retryDelay(3, 0, 0.5), 4000)
  assert.equal(retryDelay(3, 30, 0.5), 30_000)
  const waits: number[] = []
  for (let tries = 0; ; tries += 1) {
    const wait = retryDelay(tries, 0, 0.5)
    if (wait === undefined) break
    waits.push(wait)
  }
  const minutes = waits.reduce((sum, wait) => sum + wait, 0) / 60_000
  assert.ok(minutes > 8 && minutes < 12, `${minutes} minutes`)
})

test('nobody waits for longer than a minute, as for a date that a wrong clock takes for years', () => {
  for (const asked of [600, 90 * 24 * 3600, Number.POSITIVE_INFINITY])
    assert.equal(retryDelay(0, asked, 0.5), 60_000)
})

test('another way is taken where the call is missing or a proxy refuses it, not where our server says no', () => {
  assert.ok(refusesResumable(failure(404, 'NOT_FOUND')))
  for (const status of [403, 405, 412, 501]) assert.ok(refusesResumable(failure(status)), `${status}`)
  assert.ok(!refusesResumable(failure(413, 'FILE_TOO_LARGE')))
  assert.ok(!refusesResumable(failure(429, 'RATE_LIMITED')))
  assert.ok(!refusesResumable(failure(502)))
  assert.ok(!refusesResumable(networkError()))
})

test('what may succeed later leaves the upload at the server; a refusal does not', () => {
  for (const error of [
    networkError(),
    failure(503, 'SCANNER_UNAVAILABLE'),
    failure(507, 'STORAGE_FULL'),
    failure(429, 'RATE_LIMITED'),
    // Another tab goes on with it.
    failure(400, 'UPLOAD_INCOMPLETE'),
    // A proxy that asks for a sign-in, or takes no more bytes, knows nothing of it.
    failure(407),
    failure(413),
  ])
    assert.ok(leavesUpload(error), error.code)
  for (const [status, code] of [
    [422, 'VIRUS_DETECTED'],
    [404, 'UPLOAD_NOT_FOUND'],
    [0, 'FILE_UNREADABLE'],
  ] as const)
    assert.ok(!leavesUpload(failure(status, code)), code)
})
