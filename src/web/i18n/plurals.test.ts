import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { languages } from '#contract/languages.ts'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'

/** The branches of every plural in a message, also of those inside other branches: [['one', 'other']]. */
function pluralsIn(text: string): string[][] {
  const found: string[][] = []
  function visit(part: unknown): void {
    if (!Array.isArray(part)) return
    const [, use, branches] = part
    if (typeof branches !== 'object' || branches === null) return
    // Exact numbers, such as `=0`, are compiled to names of digits.
    if (use === 'plural')
      found.push(Object.keys(branches).filter((name) => name !== 'offset' && !/^\d+$/.test(name)))
    for (const branch of Object.values(branches)) if (Array.isArray(branch)) branch.forEach(visit)
  }
  const message = compileMessageOrThrow(text)
  if (Array.isArray(message)) message.forEach(visit)
  return found
}

for (const language of languages)
  test(`${language}: every plural has the categories of its language, and no others`, () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
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
