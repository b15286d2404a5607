import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadAheadBudget } from './read-ahead-budget.ts'

test('a few readers get large chunks, a thousand small ones, and together little more than there is', () => {
  const budget = createReadAheadBudget(1_000_000, 100, 10_000)
  const shares = Array.from({ length: 1000 }, () => budget.take())
  assert.equal(shares[0]?.bytes, 10_000)
  assert.equal(shares.at(-1)?.bytes, 100)
  assert.ok(shares.reduce((sum, { bytes }) => sum + bytes, 0) < 1_100_000)
  for (const share of shares) {
    share.release()
    share.release()
  }
  assert.equal(budget.take().bytes, 10_000)
})
