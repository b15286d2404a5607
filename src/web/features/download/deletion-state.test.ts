import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileInfo } from '#tests/support/transfers/file-info.ts'
import { type DeletionEvent, firstState, nextState } from './deletion-state.ts'
import type { Problem } from './problems/problem.ts'

const file = fileInfo()
const found: DeletionEvent = { type: 'info', file }
const confirmed: DeletionEvent = { type: 'confirmed' }

type Plain = Exclude<Problem['kind'], 'rate-limited' | 'refused' | 'code-required'>

function unseen(kind: Plain): DeletionEvent {
  return { type: 'no-info', problem: { kind } }
}

function refused(kind: Plain): DeletionEvent {
  return { type: 'refused', problem: { kind } }
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
    assert.equal(after(unseen(kind)).phase, 'gone')
    assert.equal(after(found, confirmed, refused(kind)).phase, 'gone')
  })
}

for (const kind of ['deletion-not-allowed', 'sign-in-required'] as const) {
  test(`a token refused as ${kind} makes the link not valid`, () => {
    assert.equal(after(found, confirmed, refused(kind)).phase, 'link-not-valid')
  })
}

for (const kind of ['revoked', 'used-up'] as const) {
  test(`behind a link that is ${kind} there may be a file for others: it is asked about without its name`, () => {
    const state = after(unseen(kind))
    assert.deepEqual(state, { phase: 'confirm', file: undefined, problem: undefined })
    assert.equal(after(unseen(kind), confirmed, { type: 'deleted' }).phase, 'deleted')
  })
}

test('a lost connection leaves the question open, with the problem', () => {
  const state = after(found, confirmed, refused('unreachable'))
  assert.deepEqual(state, { phase: 'confirm', file, problem: { kind: 'unreachable' } })
})

test('a file that could not be looked up can be looked up again', () => {
  assert.equal(after(unseen('unreachable')).phase, 'unavailable')
  assert.equal(after(unseen('unreachable'), found).phase, 'confirm')
})
