import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { languages, localeOf } from '#contract/languages.ts'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'
import { pluralsIn, valuesIn } from '../../../scripts/texts/message-shape.ts'
import { textCalls } from '../../../scripts/texts/text-calls.ts'

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

/** The names of the values that a message takes, however it uses them. */
function valuesOf(text: string): string[] {
  return [...new Set(valuesIn(text).map((value) => value.replace(' select', '')))]
}

test('every text gets the values that it takes, and no others', () => {
  const texts = readTexts('en')
  const files = globSync('src/web/**/*.{ts,tsx}').filter((file) => !/\.(test|d)\.ts$/.test(file))
  const calls = files.flatMap((file) => textCalls(file, readFileSync(file, 'utf8'), ['t', 'textWith']))
  assert.ok(calls.length > 300, String(calls.length))
  for (const { key, values } of calls) {
    const text = texts[key]
    if (text !== undefined && values) assert.deepEqual(values, valuesOf(text), key)
  }
})

test('a value that is missing, and one that is not taken, are found', () => {
  const [call] = textCalls('a.ts', `t('a.b', { size, name: x })`, ['t'])
  assert.deepEqual(call, { key: 'a.b', values: ['name', 'size'] })
  assert.deepEqual(valuesOf('{n, plural, one {{name}} other {#}}'), ['n', 'name'])
})
