import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { auditActs } from '#contract/audit.ts'
import { errors } from '#contract/errors.ts'
import english from './en.json' with { type: 'json' }

const web = fileURLToPath(new URL('..', import.meta.url))
const keys = Object.keys(english)
/** The names that the audit log gives to what happened look like keys. */
const acts = new Set<string>(Object.values(auditActs).flat())

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

test('every text is a well-formed message', () => {
  for (const [key, text] of Object.entries(english)) {
    assert.notEqual(text.trim(), '', key)
    assert.doesNotThrow(() => compileMessageOrThrow(text), `${key}: ${text}`)
  }
})
