import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { guards } from '#tests/guards/guards.ts'

test('every guard of the list is where it says, once, and its file is one without it', () => {
  for (const { name, file, snippet, removed } of guards) {
    const source = readFileSync(file, 'utf8')
    assert.equal(source.split(snippet).length, 2, `${name}: its snippet in ${file}`)
    // Throws where what is left is no program: that every test would notice.
    stripTypeScriptTypes(source.replace(snippet, () => removed))
  }
})

test('every guard has a name of its own, and tests that are there', () => {
  const names = guards.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.length >= 60)
  for (const { name, noticedBy } of guards) {
    assert.ok(noticedBy.files.length > 0, name)
    for (const file of noticedBy.files) assert.ok(existsSync(file), `${name}: ${file}`)
  }
})
