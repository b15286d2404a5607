import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialTransfer, type Transfer, type TransferEvent, transferReducer } from './transfer-state.ts'

function after(...events: TransferEvent[]): Transfer {
  return events.reduce(transferReducer, initialTransfer)
}

const started = { type: 'started', total: 1000, files: 1, packed: false, now: 0 } as const

test('progress counts the bytes of the files, not of the form around them', () => {
  const state = after(started, { type: 'progressed', sent: 600, total: 1100, now: 1000 })
  assert.equal(state.step, 'uploading')
  assert.ok(state.step === 'uploading')
  assert.deepEqual([state.sent, state.pace.total, state.percent], [500, 1000, 54])
})

test('99 percent until the last byte has gone, and arrived is not done', () => {
  const near = after(started, { type: 'progressed', sent: 1099, total: 1100, now: 1000 })
  assert.ok(near.step === 'uploading')
  assert.deepEqual([near.percent, near.arrived], [99, false])
  const arrived = after(started, { type: 'progressed', sent: 1100, total: 1100, now: 100 })
  assert.ok(arrived.step === 'uploading')
  assert.deepEqual([arrived.percent, arrived.arrived, arrived.sent], [100, true, 1000])
})

test('bytes and percent agree, also where reports come too fast to tell the pace', () => {
  const state = after(started, { type: 'progressed', sent: 330, total: 1000, now: 20 })
  assert.ok(state.step === 'uploading')
  assert.deepEqual([state.percent, state.sent, state.pace.speed], [33, 330, 0])
})

test('an empty file arrives, too', () => {
  const state = after({ ...started, total: 0 }, { type: 'progressed', sent: 700, total: 700, now: 1 })
  assert.ok(state.step === 'uploading')
  assert.deepEqual([state.percent, state.sent, state.pace.total], [100, 0, 0])
})

test('a failure goes back to the selection with its reason; progress that comes late changes nothing', () => {
  const half = { type: 'progressed', sent: 500, total: 1000, now: 1000 } as const
  const failed = after(started, half, { type: 'failed', error: 'No.', now: 5 })
  const failure = { error: 'No.', at: 5, percent: 50 }
  assert.deepEqual(failed, { step: 'selecting', failure, cameBack: true })
  assert.equal(transferReducer(failed, { type: 'progressed', sent: 1, total: 2, now: 1 }), failed)
})

test('a lost connection is told until bytes move again, and what went twice is not counted as speed', () => {
  const lost = after(started, { type: 'progressed', sent: 600, total: 1000, now: 1000 }, { type: 'lost' })
  assert.ok(lost.step === 'uploading')
  assert.deepEqual([lost.lost, lost.pace.speed], [true, 0])
  const back = transferReducer(lost, { type: 'progressed', sent: 400, total: 1000, now: 9000 })
  assert.ok(back.step === 'uploading')
  assert.deepEqual([back.lost, back.percent, back.sent, back.pace.speed], [false, 40, 400, 0])
  const on = transferReducer(back, { type: 'progressed', sent: 500, total: 1000, now: 10_000 })
  assert.ok(on.step === 'uploading')
  assert.equal(Math.round(on.pace.speed), 100)
})

test('what the server says it is at is kept', () => {
  const told = after(started, { type: 'reported', step: 'scanning' })
  assert.ok(told.step === 'uploading')
  assert.equal(told.reported, 'scanning')
})

test('a pause keeps what has been sent, and the wait is not counted as speed', () => {
  const half = { type: 'progressed', sent: 500, total: 1000, now: 1000 } as const
  const paused = after(started, half, { type: 'resumable' }, { type: 'paused' })
  assert.ok(paused.step === 'uploading')
  assert.deepEqual([paused.paused, paused.resumable, paused.percent, paused.pace.speed], [true, true, 50, 0])
  const on = transferReducer(transferReducer(paused, { type: 'resumed' }), { ...half, now: 9000 })
  assert.ok(on.step === 'uploading')
  assert.deepEqual([on.paused, on.percent, on.pace.speed], [false, 50, 0])
})

test('what is cancelled gives the selection back without a reason', () => {
  const failure = undefined
  assert.deepEqual(after(started, { type: 'cancelled' }), { step: 'selecting', failure, cameBack: true })
})
