import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errors } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { auditActs } from '#contract/operations/audit.ts'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'
import { valuesIn } from '../../../scripts/texts/message-shape.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const english = readTexts('en')
const keys = Object.keys(english)
/** The names that the audit log gives to what happened look like keys. */
const acts = new Set<string>(Object.values(auditActs).flat())

function readEnglish(key: string): string {
  const text = english[key]
  assert.ok(text !== undefined, key)
  return text
}

/** Every quoted word with a dot in the sources and the page of the web app: keys of the catalog look like that. */
async function quotedWords(): Promise<Set<string>> {
  const names = await readdir(web, { recursive: true })
  const sources = names.filter((name) => /\.(tsx?|html)$/.test(name) && !/\.(test|d)\.ts$/.test(name))
  const texts = await Promise.all(sources.map((name) => readFile(`${web}/${name}`, 'utf8')))
  return new Set(texts.flatMap((text) => text.match(/(?<=['"]|\{\{)[a-z]\w*(\.\w+)+(?=['"]|\}\})/gi) ?? []))
}

test('every text of the catalog is used', async () => {
  const words = await quotedWords()
  for (const code of Object.keys(errors)) words.add(`code.${code}`)
  assert.deepEqual(
    keys.filter((key) => !words.has(key)),
    [],
  )
})

test('every text that the pages ask for is in the catalog', async () => {
  const groups = new Set(keys.map((key) => key.split('.')[0]))
  const asked = [...(await quotedWords())].filter((word) => groups.has(word.split('.')[0]) && !acts.has(word))
  assert.deepEqual(
    asked.filter((word) => !keys.includes(word)),
    [],
  )
})

test('every code that the server may answer with has a text', () => {
  assert.deepEqual(
    Object.keys(errors).filter((code) => !keys.includes(`code.${code}`)),
    [],
  )
})

for (const language of languages) {
  const texts = readTexts(language)

  test(`${language}: the texts are those of English, in the same order`, () => {
    assert.deepEqual(Object.keys(texts), keys)
  })

  test(`${language}: every text is a well-formed message, with the values that English has`, () => {
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key)
      assert.deepEqual(valuesIn(text), valuesIn(readEnglish(key)), `${key}: ${text}`)
    }
  })
}
