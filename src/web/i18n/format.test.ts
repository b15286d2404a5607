import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration, formatSize } from './format.ts'

const sizes: [number, string][] = [
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [99.96 * 1024, '100 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [96.4 * 1024 ** 2, '96.4 MB'],
  [1.14 * 1024 ** 3, '1.14 GB'],
  [2 * 1024 ** 3, '2 GB'],
  [5000 * 1024 ** 3, '5,000 GB'],
]

for (const [bytes, text] of sizes) {
  test(`${bytes} bytes read ${text}`, () => assert.equal(formatSize(bytes).replace('\u00a0', ' '), text))
}

test('spans are told in their largest unit', () => {
  assert.equal(formatDuration(30 * 60_000, 'narrow'), '30m')
  assert.equal(formatDuration(12 * 3_600_000, 'narrow'), '12h')
  assert.equal(formatDuration(14 * 86_400_000, 'narrow'), '14d')
  assert.equal(formatDuration(30 * 60_000, 'short'), '30 min')
})
