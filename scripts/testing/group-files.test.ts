import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupFiles } from './group-files.ts'

test('files of a folder share a process, and no group is larger than the others can wait for', () => {
  const many = Array.from({ length: 9 }, (_, n) => `tests/a/${n}.test.ts`)
  const groups = groupFiles([...many, 'tests/b/one.test.ts'])
  assert.deepEqual(
    groups.map((group) => group.length),
    [5, 4, 1],
  )
  assert.deepEqual(groups.flat().toSorted(), [...many, 'tests/b/one.test.ts'])
})
