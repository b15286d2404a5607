import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ArrivalEvent, nextArrival, percentOf, secondsToCome, startArrival } from './arrival-state.ts'

function after(...events: ArrivalEvent[]) {
  return events.reduce(nextArrival, startArrival({ received: 0, size: 1000 }))
}
const progress = (received: number, at: number): ArrivalEvent => ({
  type: 'progress',
  received,
  total: 1000,
  at,
})

test('the time left is told once there is some progress to measure', () => {
  assert.equal(secondsToCome(after(progress(100, 0))), undefined)
  assert.equal(secondsToCome(after(progress(100, 0), progress(200, 2000))), undefined)
  assert.equal(secondsToCome(after(progress(100, 0), progress(200, 4000))), 32)
  assert.equal(secondsToCome(after(progress(100, 0), progress(100, 4000))), undefined)
})

test('a pause, a lost server and fewer bytes than before begin the measure anew', () => {
  const moving = [progress(100, 0), progress(200, 4000)]
  assert.equal(secondsToCome(after(...moving, { type: 'paused', since: 1 }, progress(300, 8000))), undefined)
  assert.equal(secondsToCome(after(...moving, { type: 'away' }, progress(300, 8000))), undefined)
  assert.equal(secondsToCome(after(...moving, progress(50, 8000))), undefined)
})

test('hundred percent are every byte, and whatever is heard ends the silence', () => {
  assert.equal(percentOf({ received: 999, total: 1000 }), 99)
  assert.equal(percentOf({ received: 1000, total: 1000 }), 100)
  assert.equal(percentOf({ received: 0, total: 0 }), 100)
  assert.equal(after({ type: 'away' }, { type: 'heard' }).away, false)
  assert.equal(after({ type: 'ended', reason: 'something new' }).ended, 'stopped')
})
