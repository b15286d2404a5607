import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { languages } from '#contract/languages.ts'
import { pluralsIn, valuesIn } from '../../../../scripts/texts/message-shape.ts'
import { textCalls } from '../../../../scripts/texts/text-calls.ts'
import { momentText } from './formats.ts'
import { readMailTexts, textsIn } from './mail-texts.ts'

const english = readMailTexts('en')
const keys = Object.keys(english)

/** The calls that ask for a text of a mail. */
const calls = globSync('src/server/messaging/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => textCalls(file, readFileSync(file, 'utf8'), ['text']))

/** The keys of the catalog that a key with stars may be. */
function keysLike(key: string): string[] {
  const pattern = new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`)
  return keys.filter((one) => pattern.test(one))
}

test('every text is asked for, and gets the values that it takes', () => {
  assert.ok(calls.length > 100)
  const asked = new Set([
    'unit.bytes',
    'unit.kilobytes',
    'unit.megabytes',
    'unit.gigabytes',
    'unit.terabytes',
  ])
  for (const { key, values } of calls) {
    const found = keysLike(key)
    assert.notDeepEqual(found, [], key)
    for (const one of found) {
      asked.add(one)
      if (values) assert.deepEqual(values, valuesIn(english[one] ?? ''), one)
    }
  }
  assert.deepEqual(
    keys.filter((key) => !asked.has(key)),
    [],
  )
})

for (const language of languages) {
  const texts = readMailTexts(language)

  test(`${language}: the mail texts are those of English, sorted`, () => {
    assert.deepEqual(Object.keys(texts), keys.toSorted())
  })

  test(`${language}: every mail text is a message with the values of English and the plurals of its language`, () => {
    const { locale } = textsIn(language)
    const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted()
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key)
      assert.deepEqual(valuesIn(text), valuesIn(english[key] ?? ''), `${key}: ${text}`)
      for (const plural of pluralsIn(text)) assert.deepEqual(plural.toSorted(), wanted, `${key}: ${text}`)
    }
  })
}

test('languages differ where they speak', () => {
  for (const language of languages.filter((one) => one !== 'en'))
    for (const [key, text] of Object.entries(readMailTexts(language)))
      if (!/^(?:unit\.|colon$|clock$|reports\.letter\.forUploader\.subject$)/.test(key))
        assert.notEqual(text, english[key], `${language}: ${key}`)
})

test('words that are given to a text stay as they were typed', () => {
  const { text } = textsIn('en')
  for (const typed of ["O'Neil '{name}' #", '{count, plural, other {x}}', 'C:\\u0041\\x42', '\0name\0', '$&'])
    assert.equal(
      text('fileShared.several.leadFrom', { count: 2, name: typed }),
      `“${typed}” sent you 2 files`,
    )
})

test('a number chooses the plural and is written as its language writes numbers', () => {
  const files = (language: 'en' | 'de' | 'fr', count: number) =>
    textsIn(language).text('receipt.files', { count })
  assert.deepEqual([files('en', 1), files('en', 1250)], ['1 file', '1,250 files'])
  assert.deepEqual([files('de', 1), files('de', 1250)], ['1 Datei', '1.250 Dateien'])
  assert.deepEqual([files('fr', 1), files('fr', 1250)], ['1 fichier', '1\u202f250 fichiers'])
})

test('a moment is written as its language says it', () => {
  const at = Date.UTC(2026, 11, 1, 8, 5)
  assert.equal(momentText(at, textsIn('fr')), '1er décembre 2026 à 08:05 UTC')
  assert.equal(momentText(at, textsIn('de')), '1. Dezember 2026 um 08:05\u00a0Uhr UTC')
  assert.equal(momentText(at, textsIn('pl')), '1 grudnia 2026, 08:05 UTC')
  assert.equal(momentText(at, textsIn('pt')), '1 de dezembro de 2026, 08:05 UTC')
})
