import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uptimeOf } from './uptime.ts'

const rows = [
  [59.9, { days: 0, hours: 0, minutes: 0 }],
  [3599, { days: 0, hours: 0, minutes: 59 }],
  [86_400, { days: 1, hours: 0, minutes: 0 }],
  [1_051_740, { days: 12, hours: 4, minutes: 9 }],
] as const

for (const [seconds, span] of rows) {
  test(`${seconds} seconds`, () => assert.deepEqual(uptimeOf(seconds), span))
}
