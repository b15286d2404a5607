import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages, localeOf } from '#contract/languages.ts'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'
import { pluralsIn } from '../../../scripts/texts/message-shape.ts'

for (const language of languages)
  test(`${language}: every plural has the categories of its language, and no others`, () => {
    const wanted = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories.toSorted()
    for (const [key, text] of Object.entries(readTexts(language)))
      for (const categories of pluralsIn(text))
        assert.deepEqual(categories.toSorted(), wanted, `${key}: ${text}`)
  })

test('plurals are found in a message and in each other', () => {
  const inner = '{n, plural, one {# a} other {# b}}'
  assert.deepEqual(pluralsIn(`x {m, plural, =0 {none} other {${inner}}} {o, select, other {${inner}}}`), [
    ['other'],
    ['one', 'other'],
    ['one', 'other'],
  ])
})
