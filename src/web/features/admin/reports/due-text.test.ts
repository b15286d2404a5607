import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#contract/languages.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { t } from '#web/i18n/t.ts'
import { dueText } from './report-texts.ts'

const now = new Date(2026, 10, 21, 21, 44).getTime()

const inLanguages: [Language, string, string, string][] = [
  ['en', 'Decide by today, 23:43', 'Decide by tomorrow, 21:43', 'Decide by 24 Nov 2026, 21:43'],
  [
    'de',
    'Entscheiden bis heute, 23:43\u00a0Uhr',
    'Entscheiden bis morgen, 21:43\u00a0Uhr',
    'Entscheiden bis 24. Nov. 2026, 21:43\u00a0Uhr',
  ],
  ['fr', 'Échéance : aujourd’hui, 23:43', 'Échéance : demain, 21:43', 'Échéance : 24 nov. 2026, 21:43'],
]

for (const [language, today, tomorrow, later] of inLanguages) {
  test(`the end of the time for a decision is told by clock and day in ${language}`, () => {
    speakInTest(language)
    const text = (due: Date) => t('admin.reports.decideByWhen', { when: dueText(due.getTime(), now) })
    assert.equal(text(new Date(2026, 10, 21, 23, 43)), today)
    assert.equal(text(new Date(2026, 10, 22, 21, 43)), tomorrow)
    assert.equal(text(new Date(2026, 10, 24, 21, 43)), later)
  })
}
