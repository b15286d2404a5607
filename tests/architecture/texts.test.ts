import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'

/** Attributes of HTML elements whose value people see or hear. */
const spoken = new Set(['alt', 'aria-description', 'aria-label', 'aria-valuetext', 'placeholder', 'title'])

/** The words that the markup of a source holds itself, where a key of the catalog belongs. Signs such as % may stay. */
function wordsIn(file: string, source: string): string[] {
  const words: string[] = []
  const note = (text: unknown) => {
    if (typeof text === 'string' && /\p{L}/u.test(text)) words.push(`${file}: ${text.trim()}`)
  }
  const { program, errors } = parseSync(file, source)
  assert.deepEqual(errors, [], file)
  new Visitor({
    JSXText: ({ value }) => note(value),
    JSXOpeningElement: ({ name, attributes }) => {
      if (name.type !== 'JSXIdentifier' || !/^[a-z]/.test(name.name)) return
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue
        if (spoken.has(attribute.name.name) && attribute.value?.type === 'Literal')
          note(attribute.value.value)
      }
    },
  }).visit(program)
  return words
}

test('no page says words of its own: every text comes from the catalog', () => {
  const files = globSync('src/web/**/*.tsx')
  assert.notEqual(files.length, 0)
  assert.deepEqual(
    files.flatMap((file) => wordsIn(file, readFileSync(file, 'utf8'))),
    [],
  )
})

test('a word in markup or in an attribute that is read aloud is found', () => {
  const source = 'export const Sign = () => <p title="Seen" className="unseen">{size} / 3 % left</p>'
  assert.deepEqual(wordsIn('sign.tsx', source), ['sign.tsx: Seen', 'sign.tsx: / 3 % left'])
})
