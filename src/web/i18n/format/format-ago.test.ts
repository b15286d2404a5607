import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAgo } from './format-ago.ts'

const now = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000

const rows: [number, string][] = [
  [-5000, 'now'],
  [59_000, 'now'],
  [MINUTE, '1 min ago'],
  [59.9 * MINUTE, '59 min ago'],
  [60 * MINUTE, '1 hr ago'],
  [23.9 * 60 * MINUTE, '23 hr ago'],
  [24 * 60 * MINUTE, 'yesterday'],
  [400 * 24 * 60 * MINUTE, '400 days ago'],
]

for (const [span, text] of rows) {
  test(`${span} ms are ${text}`, () => assert.equal(formatAgo(now - span, now), text))
}
