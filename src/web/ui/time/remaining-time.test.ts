import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remainingTime } from './remaining-time.ts'

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
