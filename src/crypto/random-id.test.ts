import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './random-id.ts'

test('an id can be given on a command line: it never begins with a dash', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  assert.deepEqual(
    ids.filter((id) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(id)),
    [],
  )
  assert.equal(new Set(ids).size, ids.length)
})
