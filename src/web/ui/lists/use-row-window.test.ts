import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWindow } from './use-row-window.ts'

const rows = Array.from({ length: 1000 }, (_, index) => index)

test('the rows in sight are drawn, in whole steps, and the space of all others is kept', () => {
  const shown = findWindow(rows, () => 10, 2500, 3100)
  assert.deepEqual(shown, { start: 240, end: 320, before: 2400, after: 6800 })
})

test('rows of different heights keep the space that they have', () => {
  const shown = findWindow(rows, (row) => (row < 20 ? 50 : 10), 1000, 1200)
  assert.deepEqual(shown, { start: 20, end: 40, before: 1000, after: 9600 })
})

test('a list out of sight draws nothing and keeps its space', () => {
  assert.deepEqual(
    findWindow(rows, () => 10, -900, -100),
    { start: 0, end: 0, before: 10_000, after: 0 },
  )
  const above = findWindow(rows, () => 10, 20_000, 21_000)
  assert.deepEqual([above.end - above.start, above.before + above.after], [0, 10_000])
})

test('the last step may be short', () => {
  const few = rows.slice(0, 25)
  assert.deepEqual(
    findWindow(few, () => 10, 0, 1000),
    { start: 0, end: 25, before: 0, after: 0 },
  )
})
