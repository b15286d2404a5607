import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileInfo } from '#contract/files.ts'
import { type DeletionEvent, firstState, nextState } from './deletion-state.ts'
import type { Problem } from './problem.ts'

const file: FileInfo = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  filename: 'plan.pdf',
  size: 12,
  downloadCount: 0,
  isEncrypted: true,
  encryptionMethod: 'aes-256-gcm',
  uploadDate: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T03:00:00.000Z',
  uploadedBy: null,
  isOwner: false,
  mimeType: 'application/pdf',
  description: null,
  passwordProtected: false,
  deleteAfterDownload: false,
  scan: 'checked',
}
const found: DeletionEvent = { type: 'info', file }
const confirmed: DeletionEvent = { type: 'confirmed' }

function failed(kind: Exclude<Problem['kind'], 'rate-limited' | 'refused'>): DeletionEvent {
  return { type: 'failed', problem: { kind } }
}

function after(...events: DeletionEvent[]) {
  return events.reduce(nextState, firstState('token'))
}

test('a link without its token is not valid', () => {
  assert.equal(firstState('').phase, 'link-not-valid')
})

test('a file is shown first and deleted only after the press', () => {
  assert.equal(after().phase, 'loading')
  assert.equal(after(confirmed).phase, 'loading')
  assert.equal(after(found).phase, 'confirm')
  assert.equal(after(found, confirmed).phase, 'deleting')
  assert.equal(after(found, confirmed, confirmed).phase, 'deleting')
  assert.equal(after(found, confirmed, { type: 'deleted' }).phase, 'deleted')
})

for (const kind of ['expired', 'deleted', 'not-found'] as const) {
  test(`a file that is ${kind} is already gone, before and after the press`, () => {
    assert.equal(after(failed(kind)).phase, 'gone')
    assert.equal(after(found, confirmed, failed(kind)).phase, 'gone')
  })
}

for (const kind of ['deletion-not-allowed', 'sign-in-required'] as const) {
  test(`a token refused as ${kind} makes the link not valid`, () => {
    assert.equal(after(found, confirmed, failed(kind)).phase, 'link-not-valid')
  })
}

test('a lost connection leaves the question open, with the problem', () => {
  const state = after(found, confirmed, failed('unreachable'))
  assert.deepEqual(state, { phase: 'confirm', file, problem: { kind: 'unreachable' } })
})

test('a file that could not be looked up can be looked up again', () => {
  assert.equal(after(failed('unreachable')).phase, 'unavailable')
  assert.equal(after(failed('unreachable'), found).phase, 'confirm')
})
