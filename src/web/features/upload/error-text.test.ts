import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/api-error.ts'
import { uploadErrorText } from './error-text.ts'

const rows = [
  [413, 'FILE_TOO_LARGE', 'error.tooLarge'],
  [422, 'DANGEROUS_FILE_TYPE', 'error.dangerousType'],
  [422, 'VIRUS_DETECTED', 'error.virus'],
  [401, 'AUTHENTICATION_REQUIRED', 'error.signInRequired'],
  [403, 'PRO_SUBSCRIPTION_REQUIRED', 'error.proRequired'],
  [400, 'UPLOAD_INCOMPLETE', 'error.incomplete'],
  [507, 'STORAGE_FULL', 'error.storageFull'],
  [429, 'RATE_LIMITED', 'error.tooManyTries'],
  [503, 'SHUTTING_DOWN', 'error.serviceUnavailable'],
  [0, 'NETWORK_ERROR', 'error.network'],
  [0, 'TIMEOUT', 'error.timeout'],
  [413, 'HTTP_413', 'error.tooLarge'],
  [502, 'HTTP_502', 'error.unavailable'],
  [503, 'HTTP_503', 'error.serviceUnavailable'],
  [504, 'HTTP_504', 'error.timeout'],
  [524, 'HTTP_524', 'error.uploadTimeout'],
  [400, 'A_CODE_OF_TOMORROW', 'error.uploadFailed'],
] as const

for (const [status, code, key] of rows) {
  test(`${status} ${code} is told as ${key}, whatever its sentence says`, () => {
    const message = 'expired, not found, deleted, password'
    assert.deepEqual(uploadErrorText(new ApiError({ status, code, message })), { key })
  })
}

test('an unknown failure of the server names its status', () => {
  const error = new ApiError({ status: 520, code: 'HTTP_520', message: '' })
  assert.deepEqual(uploadErrorText(error), { key: 'error.server', values: { status: 520 } })
})

test('what is wrong with a file, and which types are taken, is told where the server said so', () => {
  const invalid = { status: 400, code: 'VALIDATION_ERROR', message: '' }
  assert.equal(uploadErrorText(new ApiError(invalid)).key, 'error.invalid')
  assert.deepEqual(uploadErrorText(new ApiError({ ...invalid, details: 'The file has no name.' })), {
    key: 'error.invalidBecause',
    values: { details: 'The file has no name.' },
  })
  const type = { status: 415, code: 'UNSUPPORTED_FILE_TYPE', message: '', supportedTypes: ['PDF', 'PNG'] }
  assert.deepEqual(uploadErrorText(new ApiError(type)), {
    key: 'error.typeSupported',
    values: { types: 'PDF, PNG' },
  })
})

test('a fault of the page itself is no secret, and no riddle', () => {
  assert.deepEqual(uploadErrorText(new TypeError('x')), { key: 'error.uploadFailed' })
})
