import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Language } from '#contract/languages.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { formatClock, formatDate, formatDateTime, formatDay, formatDuration, formatSize } from './format.ts'

const GB = 1024 ** 3

beforeEach(() => speakInTest('en'))

/** With ordinary spaces, whatever spaces a language puts between numbers and units. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

const sizes: [number, string][] = [
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1 KB'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [99.96 * 1024, '100 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [96.4 * 1024 ** 2, '96.4 MB'],
  [1.14 * GB, '1.14 GB'],
  [2 * GB, '2 GB'],
  [5000 * GB, '4.88 TB'],
]

for (const [bytes, text] of sizes) {
  test(`${bytes} bytes read ${text}`, () => assert.equal(plain(formatSize(bytes)), text))
}

test('spans are told in their largest unit', () => {
  assert.equal(formatDuration(30 * 60_000, 'narrow'), '30m')
  assert.equal(formatDuration(12 * 3_600_000, 'narrow'), '12h')
  assert.equal(formatDuration(14 * 86_400_000, 'narrow'), '14d')
  assert.equal(formatDuration(30 * 60_000, 'long'), '30\u00a0minutes')
})

test('measured spans are told with one digit after the point at most', () => {
  assert.equal(formatDuration(90 * 60_000, 'long'), '1.5\u00a0hours')
  assert.equal(formatDuration(23.983 * 3_600_000, 'long'), '24\u00a0hours')
})

const evening = new Date(2026, 10, 21, 20, 6).getTime()
const inLanguages: [Language, string[]][] = [
  ['en', ['1.14 GB', '4.88 TB', '21 Nov 2026, 20:06', '20:06', '12 hours', '30m 1h 14d']],
  ['de', ['1,14 GB', '4,88 TB', '21. Nov. 2026, 20:06', '20:06', '12 Stunden', '30 min 1 h 14 Tage']],
  ['fr', ['1,14 Go', '4,88 To', '21 nov. 2026, 20:06', '20:06', '12 heures', '30 min 1 h 14 j']],
]

for (const [language, texts] of inLanguages) {
  test(`sizes, dates and spans are written as ${language} writes them`, () => {
    speakInTest(language)
    const written = [
      formatSize(1.14 * GB),
      formatSize(5000 * GB),
      formatDateTime(evening),
      formatClock(evening),
      formatDuration(12 * 3_600_000, 'long'),
      [30, 60, 14 * 1440].map((minutes) => formatDuration(minutes * 60_000, 'narrow')).join(' '),
    ]
    assert.deepEqual(written.map(plain), texts)
  })
}

test('French counts the first day of a month, and no other', () => {
  speakInTest('fr')
  const noon = (day: number) => new Date(2026, 11, day, 12).getTime()
  assert.equal(formatDate(noon(1)), '1er déc. 2026')
  assert.equal(plain(formatDateTime(noon(1))), '1er déc. 2026, 12:00')
  assert.equal(formatDay('2026-12-01'), '1er décembre 2026')
  assert.equal(formatDate(noon(11)), '11 déc. 2026')
})
