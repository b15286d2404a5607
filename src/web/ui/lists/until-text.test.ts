import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Language } from '#contract/languages.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { stillLeftText, untilText } from './until-text.ts'

beforeEach(() => speakInTest('en'))

const now = new Date(2026, 10, 21, 17, 6).getTime()

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const lasting: [Language, string, string, string][] = [
  [
    'en',
    'Available until today, 20:06 (3 hours left)',
    'Available until tomorrow, 00:33 (7 hours left)',
    'Open until 21 Dec 2026, 05:06 (30 days left)',
  ],
  [
    'de',
    'Verfügbar bis heute, 20:06 Uhr (noch 3 Stunden)',
    'Verfügbar bis morgen, 00:33 Uhr (noch 7 Stunden)',
    'Offen bis 21. Dez. 2026, 05:06 Uhr (noch 30 Tage)',
  ],
  [
    'fr',
    'Disponible jusqu’à aujourd’hui, 20:06 (encore 3 heures)',
    'Disponible jusqu’à demain, 00:33 (encore 7 heures)',
    'Ouverte jusqu’au 21 déc. 2026, 05:06 (encore 30 jours)',
  ],
]

for (const [language, today, tomorrow, later] of lasting) {
  test(`how long something lasts is one sentence in ${language}`, () => {
    speakInTest(language)
    assert.equal(plain(untilText('available', new Date(2026, 10, 21, 20, 6).getTime(), now)), today)
    assert.equal(plain(untilText('available', new Date(2026, 10, 22, 0, 33).getTime(), now)), tomorrow)
    assert.equal(plain(untilText('open', new Date(2026, 11, 21, 5, 6).getTime(), now)), later)
  })
}

test('what is left is told in whole units, and never as nothing', () => {
  const left = (span: number) => plain(stillLeftText(now + span, now))
  const [minute, hour] = [60_000, 3_600_000]
  assert.equal(left(1), '1 minute left')
  assert.equal(left(59 * minute), '59 minutes left')
  assert.equal(left(59.7 * minute), '1 hour left')
  assert.equal(left(3 * hour - 1), '3 hours left')
  assert.equal(left(36 * hour), '1.5 days left')
  assert.equal(left(7 * 24 * hour), '7 days left')
  assert.equal(left(0), 'Expired')
})
