import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRange, type ByteRanges, isNearlyWhole, isWhole } from './byte-ranges.ts'

function all(...parts: [number, number][]): ByteRanges {
  return parts.reduce<ByteRanges>((ranges, [start, end]) => addRange(ranges, start, end), [])
}

test('parts join in whatever order they come', () => {
  assert.deepEqual(all([40, 100], [0, 40]), [[0, 100]])
  assert.deepEqual(all([50, 60], [0, 10], [10, 20]), [
    [0, 20],
    [50, 60],
  ])
  assert.deepEqual(all([0, 80], [20, 30], [70, 100]), [[0, 100]])
})

test('only a file without a gap is whole', () => {
  assert.ok(isWhole(all([40, 100], [0, 40]), 100))
  assert.ok(!isWhole(all([41, 100], [0, 40]), 100))
  assert.ok(!isWhole(all([1, 100]), 100))
  assert.ok(isWhole(all([0, 0]), 0))
  assert.ok(!isWhole([], 0))
})

test('a twentieth may be missing from a download that was given up', () => {
  assert.ok(isNearlyWhole(all([1, 60], [64, 100]), 100))
  assert.ok(!isNearlyWhole(all([1, 60], [65, 100]), 100))
  assert.ok(isNearlyWhole(all([0, 0]), 0))
  assert.ok(!isNearlyWhole([], 0))
})

test('scattered parts stay bounded', () => {
  let ranges: ByteRanges = []
  for (let at = 0; at < 10_000; at += 1) ranges = addRange(ranges, at * 2, at * 2 + 1)
  assert.equal(ranges.length, 200)
  // Nothing that was added is missing.
  for (let at = 0; at < 10_000; at += 1)
    assert.ok(ranges.some(([start, end]) => start <= at * 2 && end > at * 2))
  assert.ok(isWhole(addRange(ranges, 1, 20_000), 20_000))
})
