import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ApiError } from '#client/api-error.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { fileInfo } from '#tests/support/transfers/file-info.ts'
import { mayPass, problemOf, waitsUntil } from '../problems/problem.ts'
import { problemText } from '../problems/problem-text.ts'
import {
  canDownload,
  type DownloadEvent,
  goneReason,
  initialState,
  isMoving,
  nextState,
  openProblem,
  wasTaken,
} from './download-state.ts'

speakInTest('en')

const now = Date.parse('2026-01-01T01:00:00.000Z')
const end = Date.parse(fileInfo().expiresAt)

function failure(code: string, retryAfter?: number) {
  return problemOf(new ApiError({ status: 400, code, message: 'A sentence.', retryAfter }), now)
}

function after(...events: DownloadEvent[]) {
  return events.reduce(nextState, initialState)
}

const found: DownloadEvent = { type: 'info', file: fileInfo() }

suite('whether the button may be pressed', () => {
  test('not before the file is known', () => {
    assert.equal(canDownload(after(), 'secret', now), false)
  })
  test('at once when no password is asked for', () => {
    assert.equal(canDownload(after(found), '', now), true)
  })
  test('with a password where one is asked for', () => {
    const state = after({ type: 'info', file: fileInfo({ passwordProtected: true }) })
    assert.equal(canDownload(state, '', now), false)
    assert.equal(canDownload(state, 'x', now), true)
  })
  test('without one where a key password may open the file, too', () => {
    const file = fileInfo({ passwordProtected: true, encryptionMethod: 'ml-kem512' })
    assert.equal(canDownload(after({ type: 'info', file }), '', now), true)
  })
  test('not while an answer is awaited, and again afterwards', () => {
    assert.equal(canDownload(after(found, { type: 'asked' }), '', now), false)
    assert.equal(canDownload(after(found, { type: 'asked' }, { type: 'started' }), '', now), true)
    const refused: DownloadEvent = { type: 'refused', problem: failure('INTERNAL_ERROR') }
    assert.equal(canDownload(after(found, { type: 'asked' }, refused), '', now), true)
  })
  test('until the very millisecond of the expiry', () => {
    assert.equal(canDownload(after(found), '', end - 1), true)
    assert.equal(canDownload(after(found), '', end), false)
  })
})

suite('a file that goes while the page is open', () => {
  test('has expired when its time is up', () => {
    assert.equal(goneReason(after(found), end - 1), undefined)
    assert.equal(goneReason(after(found), end), 'expired')
  })
  test('keeps its name on the page, with the reason', () => {
    const state = after(found, { type: 'no-info', problem: failure('FILE_DELETED') })
    assert.equal(state.phase, 'found')
    assert.equal(goneReason(state, now), 'deleted')
  })
  test('is gone when the ticket is refused for it', () => {
    const state = after(found, { type: 'asked' }, { type: 'refused', problem: failure('FILE_NOT_FOUND') })
    assert.equal(goneReason(state, now), 'not-found')
    assert.equal(goneReason(nextState(state, { type: 'password-edited' }), now), 'not-found')
  })
  test('is not gone because a look at its count failed', () => {
    const state = after(found, { type: 'no-info', problem: failure('NETWORK_ERROR') })
    assert.deepEqual(state, after(found))
  })
})

suite('a link that leads to no file', () => {
  const reasons = [
    ['TRANSFER_DISABLED', 'disabled', 'This transfer is unavailable while we review a report.'],
    ['LINK_REVOKED', 'revoked', 'The sender has withdrawn this link.'],
    ['LINK_USED_UP', 'used-up', 'The allowed downloads have been used.'],
  ] as const
  for (const [code, kind, text] of reasons) {
    test(`says why there is nothing to show: ${code}`, () => {
      const problem = failure(code)
      assert.deepEqual(after({ type: 'no-info', problem }), { phase: 'unavailable', problem: { kind } })
      assert.equal(problemText(problem), text)
    })
    test(`takes the button from a page that is open: ${code}`, () => {
      const refused: DownloadEvent = { type: 'refused', problem: failure(code) }
      for (const event of [refused, { type: 'no-info', problem: failure(code) } as const]) {
        const state = after(found, event)
        assert.equal(goneReason(state, now), kind)
        assert.equal(canDownload(state, '', now), false)
      }
    })
  }
  test('can be tried again when it is disabled, and only then', () => {
    assert.deepEqual(
      reasons.map(([code]) => mayPass(failure(code))),
      [true, false, false],
    )
    const back = after(found, { type: 'no-info', problem: failure('TRANSFER_DISABLED') }, found)
    assert.equal(canDownload(back, '', now), true)
  })
})

suite('a file for one download', () => {
  const single: DownloadEvent = { type: 'info', file: fileInfo({ deleteAfterDownload: true }) }
  const deleted: DownloadEvent = { type: 'no-info', problem: failure('FILE_DELETED') }
  const started: DownloadEvent[] = [{ type: 'asked' }, { type: 'started' }]
  test('was taken by this page when it goes after its download, and else by someone', () => {
    assert.equal(wasTaken(after(single, ...started, deleted)), true)
    assert.equal(wasTaken(after(single, deleted)), false)
    assert.equal(wasTaken(after(found, ...started, deleted)), false)
    assert.equal(wasTaken(after(single, ...started)), false)
  })
  test('the same where a link is used up', () => {
    const usedUp: DownloadEvent = { type: 'no-info', problem: failure('LINK_USED_UP') }
    assert.equal(wasTaken(after(found, ...started, usedUp)), true)
    assert.equal(wasTaken(after(found, usedUp)), false)
  })
  test('is looked at again while anybody downloads it, until it is gone', () => {
    const busy: DownloadEvent = { type: 'refused', problem: failure('DOWNLOAD_BUSY', 60) }
    assert.equal(isMoving(after(single)), false)
    assert.equal(isMoving(after(single, busy)), true)
    assert.equal(isMoving(after(single, ...started)), true)
    assert.equal(isMoving(after(single, busy, deleted)), false)
    assert.equal(isMoving(after(single, ...started, deleted)), false)
  })
})

suite('a problem', () => {
  test('hides the file when there was nothing to show yet', () => {
    const state = after({ type: 'no-info', problem: failure('FILE_EXPIRED') })
    assert.deepEqual(state, { phase: 'unavailable', problem: { kind: 'expired' } })
  })
  test('gives way to the file when another try succeeds', () => {
    assert.equal(after({ type: 'no-info', problem: failure('HTTP_502') }, found).phase, 'found')
  })
  test('with the password lasts until the field is edited or sent again', () => {
    const problem = failure('INVALID_FILE_PASSWORD')
    const refused = after(found, { type: 'refused', problem })
    assert.equal(refused.phase === 'found' && refused.problem, problem)
    for (const type of ['password-edited', 'asked'] as const) {
      const state = nextState(refused, { type })
      assert.equal(state.phase === 'found' && state.problem, undefined)
    }
  })
  test('is named by its code', () => {
    assert.deepEqual(failure('INVALID_FILE_PASSWORD'), { kind: 'wrong-password' })
    assert.deepEqual(failure('PASSWORD_REQUIRED'), { kind: 'password-required' })
    assert.deepEqual(failure('AUTHENTICATION_REQUIRED'), { kind: 'sign-in-required' })
    assert.deepEqual(failure('NETWORK_ERROR'), { kind: 'unreachable' })
    assert.deepEqual(problemOf(new TypeError('bug'), now), { kind: 'unknown' })
  })
  test('says when to try again', () => {
    assert.deepEqual(failure('RATE_LIMITED', 30), { kind: 'rate-limited', retryAt: now + 30_000 })
    assert.equal(waitsUntil(failure('MAINTENANCE', 5), now), now + 5000)
    assert.equal(waitsUntil(failure('MAINTENANCE', 5), now + 5000), undefined)
    assert.equal(waitsUntil(failure('FILE_DAMAGED', 5), now), undefined)
  })
  test('of too many tries keeps the button shut until its time is up, whatever is typed', () => {
    const refused: DownloadEvent = { type: 'refused', problem: failure('RATE_LIMITED', 30) }
    const state = after(found, refused, { type: 'password-edited' })
    assert.equal(canDownload(state, '', now + 29_999), false)
    assert.equal(openProblem(state, now + 29_999)?.kind, 'rate-limited')
    assert.equal(canDownload(state, '', now + 30_000), true)
    assert.equal(openProblem(state, now + 30_000), undefined)
  })
  test('without a meaning of its own keeps its sentence', () => {
    const code = 'STORAGE_UNAVAILABLE'
    assert.deepEqual(failure(code), { kind: 'refused', code, message: 'A sentence.', retryAt: undefined })
  })
})
