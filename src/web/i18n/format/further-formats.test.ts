import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAgo, uptimeOf } from './further-formats.ts'

const uptimes = [
  [59.9, { days: 0, hours: 0, minutes: 0 }],
  [3599, { days: 0, hours: 0, minutes: 59 }],
  [86_400, { days: 1, hours: 0, minutes: 0 }],
  [1_051_740, { days: 12, hours: 4, minutes: 9 }],
] as const

for (const [seconds, span] of uptimes) {
  test(`${seconds} seconds`, () => assert.deepEqual(uptimeOf(seconds), span))
}

const noon = Date.UTC(2026, 10, 21, 12)
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
  test(`${span} ms are ${text}`, () => assert.equal(formatAgo(noon - span, noon), text))
}
