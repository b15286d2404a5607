import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Language } from '#contract/languages.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { t } from '../t.ts'
import { endOfLife } from './format.ts'

beforeEach(() => speakInTest('en'))

const now = new Date(2026, 10, 21, 17, 6).getTime()

test('an end on this day, the next day, and later', () => {
  assert.equal(endOfLife(new Date(2026, 10, 21, 20, 6).getTime(), now), 'today at 20:06')
  assert.equal(endOfLife(new Date(2026, 10, 22, 5, 6).getTime(), now), 'tomorrow at 05:06')
  assert.equal(endOfLife(new Date(2026, 11, 21, 5, 6).getTime(), now), '21 Dec 2026, 05:06')
})

test('midnight divides the days, not 24 hours', () => {
  assert.equal(endOfLife(new Date(2026, 10, 22, 0, 1).getTime(), now), 'tomorrow at 00:01')
})

const inLanguages: [Language, string, string][] = [
  ['de', 'Läuft heute um 20:06\u00a0Uhr ab', 'Läuft am 21. Dez. 2026, 05:06\u00a0Uhr ab'],
  ['fr', 'Expire aujourd’hui à 20:06', 'Expire le 21 déc. 2026, 05:06'],
]

for (const [language, today, later] of inLanguages) {
  test(`an end is told as one says it in ${language}`, () => {
    speakInTest(language)
    const when = (time: Date) => t('time.expires', { when: endOfLife(time.getTime(), now) })
    assert.equal(when(new Date(2026, 10, 21, 20, 6)), today)
    assert.equal(when(new Date(2026, 11, 21, 5, 6)), later)
  })
}

/** Prepositions that must not come before a date. */
const withEnds: [Language, RegExp][] = [
  ['de', /(?:bis|ab|auf|zwischen|und) am 21\. Dez\./],
  ['fr', /(?:à|de|et|entre) le 21 déc\./],
]

for (const [language, wrong] of withEnds) {
  test(`no end comes after a word that takes no date in ${language}`, () => {
    speakInTest(language)
    const when = endOfLife(new Date(2026, 11, 21, 5, 6).getTime(), now)
    const keys = [
      'requests.dateWrong',
      'requests.allowedFrom',
      'requests.latest',
      'manage.savedUntil',
      'manage.event.endMoved',
      'manage.dateWrong',
      'manage.latest',
      'options.deleted',
      'time.expires',
    ] as const
    for (const key of keys) assert.doesNotMatch(t(key, { when }), wrong, key)
  })
}
