import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxFiles, maxSelection, maxTransferFiles } from './limits.ts'
import { selectionQuery } from './members.ts'

test('an address names as many members of the fullest transfer as a selection may have', () => {
  const last = maxTransferFiles * maxFiles - 1
  const members = Array.from({ length: maxSelection }, (_, n) => last - 2 * n).join()
  assert.equal(selectionQuery.parse({ members }).members, members)
})
