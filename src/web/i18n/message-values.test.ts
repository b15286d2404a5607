import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type ESTree, parseSync, Visitor } from 'vite'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'

type Call = { readonly key: string; readonly values: readonly string[] }

/** The calls of `t` and `textWith` with a literal key and literal names of values. Values that are spread are left to the types. */
function callsIn(file: string, source: string): Call[] {
  const calls: Call[] = []
  const { program, errors } = parseSync(file, source)
  assert.deepEqual(errors, [], file)
  new Visitor({
    CallExpression({ callee, arguments: [key, values] }) {
      if (callee.type !== 'Identifier' || !['t', 'textWith'].includes(callee.name)) return
      if (key?.type !== 'Literal' || typeof key.value !== 'string') return
      const names = namesOf(values)
      if (names) calls.push({ key: key.value, values: names.toSorted() })
    },
  }).visit(program)
  return calls
}

/** @returns undefined where the names cannot be read from the source */
function namesOf(values: ESTree.Argument | undefined): string[] | undefined {
  if (!values) return []
  if (values.type !== 'ObjectExpression') return undefined
  const names: string[] = []
  for (const property of values.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return undefined
    names.push(property.key.name)
  }
  return names
}

/** The names of the values that a message takes, in every branch of it. */
function valuesOf(text: string): string[] {
  const found = new Set<string>()
  function visit(part: unknown): void {
    if (!Array.isArray(part)) return
    const [name, , branches] = part
    if (typeof name === 'string') found.add(name)
    if (typeof branches !== 'object' || branches === null) return
    for (const branch of Object.values(branches)) if (Array.isArray(branch)) branch.forEach(visit)
  }
  const message = compileMessageOrThrow(text)
  if (Array.isArray(message)) message.forEach(visit)
  return [...found].sort()
}

test('every text gets the values that it takes, and no others', () => {
  const texts = readTexts('en')
  const files = globSync('src/web/**/*.{ts,tsx}').filter((file) => !/\.(test|d)\.ts$/.test(file))
  const calls = files.flatMap((file) => callsIn(file, readFileSync(file, 'utf8')))
  assert.ok(calls.length > 300, String(calls.length))
  for (const { key, values } of calls) {
    const text = texts[key]
    if (text !== undefined) assert.deepEqual(values, valuesOf(text), key)
  }
})

test('a value that is missing, and one that is not taken, are found', () => {
  const [call] = callsIn('a.ts', `t('a.b', { size, name: x })`)
  assert.deepEqual(call, { key: 'a.b', values: ['name', 'size'] })
  assert.deepEqual(valuesOf('{n, plural, one {{name}} other {#}}'), ['n', 'name'])
})
