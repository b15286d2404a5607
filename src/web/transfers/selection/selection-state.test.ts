import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reading } from './picked-files.ts'
import { emptySelection, selectionReducer } from './selection-state.ts'

const rules = { fileSize: 100, allowed: null, dangerous: ['exe'] }

function reading(...names: string[]): Reading {
  const picked = names.map((name) => {
    const file = new File(['0123456789'], name, { lastModified: 1 })
    return { name, isFolder: false, files: [{ path: name, file }] }
  })
  return { picked, unreadable: [] }
}

test('two readings that end one after the other are both in the selection', () => {
  const first = selectionReducer(emptySelection, { type: 'picked', reading: reading('a.txt'), rules })
  const second = selectionReducer(first, { type: 'picked', reading: reading('b.txt'), rules })
  assert.deepEqual(
    second.items.map(({ name }) => name),
    ['a.txt', 'b.txt'],
  )
})

test('what was rejected is said of the last pick only, and not after it was read', () => {
  const refused = selectionReducer(emptySelection, { type: 'picked', reading: reading('run.exe'), rules })
  assert.deepEqual(refused.rejected.dangerous, ['run.exe'])
  const read = selectionReducer(refused, { type: 'acknowledged' })
  assert.deepEqual(read, emptySelection)
  const next = selectionReducer(refused, { type: 'picked', reading: reading('a.txt'), rules })
  assert.deepEqual(next.rejected.dangerous, [])
})

test('clearing takes nothing from a reading that is under way', () => {
  const began = selectionReducer(emptySelection, { type: 'reading-began' })
  const cleared = selectionReducer(began, { type: 'cleared' })
  assert.equal(cleared.readings, 1)
  assert.equal(selectionReducer(cleared, { type: 'reading-ended' }).readings, 0)
})
