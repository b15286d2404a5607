import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partLeft, remainingTime } from './remaining.ts'

const rows = [
  [0, [0, 0, 0, true]],
  [-1, [0, 0, 0, true]],
  [1, [0, 0, 1, false]],
  [60_000, [0, 0, 1, false]],
  [60_001, [0, 0, 2, false]],
  [3 * 3_600_000, [0, 3, 0, false]],
  [26 * 3_600_000 + 5 * 60_000, [1, 2, 5, false]],
] as const

for (const [left, [days, hours, minutes, expired]] of rows) {
  test(`${left} ms before the end`, () => {
    assert.deepEqual(remainingTime(1e12 + left, 1e12), { days, hours, minutes, expired })
  })
}

const DAY = 86_400_000

test('a life line shortens from its start to its end', () => {
  const life = { from: 0, until: 7 * DAY }
  assert.equal(partLeft({ ...life, now: 0 }), 1)
  assert.equal(partLeft({ ...life, now: 3.5 * DAY }), 0.5)
  assert.equal(partLeft({ ...life, now: 7 * DAY }), 0)
})

test('a life line stays within its ends', () => {
  assert.equal(partLeft({ from: DAY, until: 2 * DAY, now: 0 }), 1)
  assert.equal(partLeft({ from: 0, until: DAY, now: 2 * DAY }), 0)
  assert.equal(partLeft({ from: DAY, until: DAY, now: DAY }), 0)
})
