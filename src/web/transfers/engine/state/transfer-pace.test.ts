import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPace, secondsLeft, startPace } from './transfer-pace.ts'

test('a steady upload shows its speed and the time left', () => {
  let pace = startPace(100_000, 0)
  assert.equal(secondsLeft(pace), undefined)
  for (let second = 1; second <= 5; second += 1) pace = nextPace(pace, second * 10_000, second * 1000)
  assert.equal(Math.round(pace.speed), 10_000)
  assert.equal(secondsLeft(pace), 5)
})

test('one hiccup does not throw the estimate over', () => {
  let pace = nextPace(startPace(100_000, 0), 10_000, 1000)
  pace = nextPace(pace, 10_000, 2000)
  assert.ok(pace.speed > 5_000 && pace.speed < 10_000)
})
