import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#contract/languages.ts'
import { textsIn } from './compose-mails.ts'

/** Every text below a place of the texts, by its path; one that is made from values is made from marks for them. */
function textsBelow(place: unknown, path: string): [path: string, text: string, marks: string[]][] {
  if (typeof place === 'string') return [[path, place, []]]
  if (typeof place === 'function') {
    const marks = Array.from({ length: place.length }, (_, index) => `<${index}>`)
    return [[path, String(place(...marks)), marks]]
  }
  const parts = Object.entries(place ?? {})
  return parts.flatMap(([name, part]) => textsBelow(part, `${path}.${name}`))
}

for (const language of languages) {
  const texts = textsBelow(textsIn(language), language)

  test(`${language}: every mail text is there and says what it was given`, () => {
    assert.deepEqual(
      texts.map(([path]) => path.slice(language.length)),
      textsBelow(textsIn('en'), 'en').map(([path]) => path.slice('en'.length)),
    )
    for (const [path, text, marks] of texts) {
      assert.notEqual(text.trim(), '', path)
      for (const mark of marks) assert.ok(text.includes(mark), `${path} without ${mark}: ${text}`)
    }
  })
}

test('French has its no-break spaces', () => {
  for (const [path, text] of textsBelow(textsIn('fr'), 'fr'))
    assert.doesNotMatch(text, /[^\u202f][;!?%]|[^\u00a0][:»]|«[^\u00a0]/, path)
})

test('languages differ where they speak', () => {
  const own = (['de', 'fr'] as const).map((language) => textsBelow(textsIn(language), ''))
  const english = new Map(textsBelow(textsIn('en'), '').map(([path, text]) => [path, text]))
  for (const [path, text] of own.flat().filter(([path]) => !/^\.(units|colon$|clock$)/.test(path))) {
    assert.notEqual(text, english.get(path), path)
  }
})
