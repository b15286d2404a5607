import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partLeft } from './part-left.ts'

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
