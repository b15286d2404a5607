import assert from 'node:assert/strict'
import { test } from 'node:test'
import { separatePaths } from './separate-paths.ts'

test('one path very many times becomes as many, one after the other', () => {
  const paths = separatePaths(Array.from({ length: 80_000 }, () => 'x/a.txt'))
  assert.deepEqual(
    [new Set(paths).size, paths[0], paths[1], paths.at(-1)],
    [80_000, 'x/a.txt', 'x/a (2).txt', 'x/a (80000).txt'],
  )
})
