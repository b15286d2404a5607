import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ApiError } from '#client/api-error.ts'
import { usualMaintenanceMessage } from '#contract/operations/maintenance-message.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { t } from '../../i18n/t.ts'
import { uploadErrorText } from './error-text.ts'

beforeEach(() => speakInTest('en'))

const now = new Date(2026, 10, 21, 20, 6).getTime()

const rows = [
  [413, 'FILE_TOO_LARGE', 'File too large. '],
  [415, 'UNSUPPORTED_FILE_TYPE', 'File type not supported.'],
  [422, 'DANGEROUS_FILE_TYPE', 'File blocked for security. '],
  [422, 'VIRUS_DETECTED', 'File rejected due to security concerns. '],
  [401, 'AUTHENTICATION_REQUIRED', 'Authentication required. '],
  [403, 'PRO_SUBSCRIPTION_REQUIRED', 'Pro subscription required. '],
  [503, 'SHUTTING_DOWN', 'Service temporarily unavailable. Please try again.'],
  [0, 'TIMEOUT', 'Request timeout. Please try again.'],
  [413, 'HTTP_413', 'File too large. Please try a smaller file.'],
  [502, 'HTTP_502', 'Server temporarily unavailable. Please try again.'],
  [503, 'HTTP_503', 'Service temporarily unavailable. Please try again.'],
  [504, 'HTTP_504', 'Request timeout. Please try again.'],
  [524, 'HTTP_524', 'Upload timeout. The file may be too large or your connection too slow.'],
  [520, 'HTTP_520', 'Server error (520)'],
  [403, 'HTTP_403', 'Server error (403)'],
  [200, 'UNEXPECTED_REPLY', 'Upload failed. Please try again.'],
] as const

for (const [status, code, text] of rows) {
  test(`${status} ${code} is told in its own words, whatever its sentence says`, () => {
    const message = 'expired, not found, deleted, password'
    const told = uploadErrorText(new ApiError({ status, code, message }), now)
    assert.ok(told.startsWith(text), told)
    assert.ok(!told.includes(message), told)
  })
}

test('a code of tomorrow keeps the sentence of the server', () => {
  const error = new ApiError({ status: 409, code: 'A_CODE_OF_TOMORROW', message: 'Not on Sundays.' })
  assert.equal(uploadErrorText(error, now), 'Not on Sundays.')
})

test('in maintenance the words of the administrator are told', () => {
  const error = new ApiError({ status: 503, code: 'MAINTENANCE', message: 'Back at noon.' })
  assert.equal(uploadErrorText(error, now), 'Back at noon.')
})

test('the usual words for maintenance are those of the page', () => {
  speakInTest('de')
  const error = new ApiError({ status: 503, code: 'MAINTENANCE', message: usualMaintenanceMessage })
  assert.equal(uploadErrorText(error, now), t('code.MAINTENANCE'))
  assert.notEqual(t('code.MAINTENANCE'), usualMaintenanceMessage)
})

test('what is wrong with a file, and which types are taken, is told where the server said so', () => {
  const message = 'Invalid file. The file has no name.'
  const invalid = new ApiError({ status: 400, code: 'VALIDATION_ERROR', message })
  assert.equal(uploadErrorText(invalid, now), message)
  const type = { status: 415, code: 'UNSUPPORTED_FILE_TYPE', message: '', supportedTypes: ['pdf', 'png'] }
  assert.equal(
    uploadErrorText(new ApiError(type), now),
    'File type not supported. Supported types: pdf, png.',
  )
})

test('a wait of minutes is told as a time of day that is late enough', () => {
  const limited = { status: 429, code: 'RATE_LIMITED', message: '', retryAfter: 61 }
  assert.match(uploadErrorText(new ApiError(limited), now), /Try again at 20:08\.$/)
  assert.doesNotMatch(uploadErrorText(new ApiError({ ...limited, retryAfter: 3 }), now), /\d/)
})

test('a fault of the page itself is no secret, and no riddle', () => {
  assert.equal(uploadErrorText(new TypeError('x'), now), 'Upload failed. Please try again.')
})
