import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { guardsOf, readGuards } from '#tests/guards/read-guards.ts'

const guards = readGuards(resolve(import.meta.dirname, '../..'))

test('every guard can be taken away, and its file is a program without it', () => {
  // Throws where what is left is no program: that every test would notice.
  for (const { without } of guards) stripTypeScriptTypes(without)
})

test('every guard has a name of its own, and tests that are there', () => {
  const names = guards.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.length >= 281)
  for (const { name, tests, pattern } of guards) {
    for (const file of tests) assert.ok(existsSync(file), `${name}: ${file}`)
    if (pattern !== undefined) assert.doesNotThrow(() => new RegExp(pattern), name)
  }
})

test('a guard is what begins below its comment, or the part that its second line names', () => {
  const without = (lines: string) => guardsOf('a.ts', lines)[0]?.without.replaceAll(/\/\/.*\n|\s/g, '')
  const mark = '// guard: a name -> tests/a.test.ts "of a title"\n'
  assert.equal(without(`${mark}if (a)\n  throw b\nc()`), 'c()')
  assert.equal(without(`${mark}// A reason.\nif (a) throw b\nc()`), 'c()')
  assert.equal(without(`a({\n${mark}  b: c(d, e),\n  f })`), 'a({f})')
  assert.equal(without(`a\n  .b()\n${mark}  .c(d, { e })\n  .f()`), 'a.b().f()')
  assert.equal(without(`${mark}//   drops || b\nreturn a || b`), 'returna')
  assert.equal(without(`${mark}//   f(a, b) becomes true\nif (f(\n  a,\n  b)) c()`), 'if(true)c()')
  assert.throws(() => without('// guard: without tests\na()'), /cannot read/)
  assert.throws(() => without(`${mark}//   drops x\na()`), /"x" does not follow/)
})
