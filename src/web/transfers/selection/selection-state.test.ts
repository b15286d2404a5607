import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addExamined, examine } from './selection.ts'
import { emptySelection, type SelectionState, selectionReducer } from './selection-state.ts'

const rules = { fileSize: 100, allowed: null, dangerous: ['exe'] }

async function pick(state: SelectionState, ...names: string[]): Promise<SelectionState> {
  const files = names.map((name) => {
    const file = new File(['0123456789'], name, { lastModified: 1 })
    return { name, isFolder: false, files: [{ path: name, file }] }
  })
  const { selection, rejected } = await addExamined(state.items, await examine(files, rules))
  return selectionReducer(state, { type: 'picked', items: selection, rejected, unreadable: [] })
}

test('what was rejected is said of the last pick only, and not after it was read', async () => {
  const refused = await pick(emptySelection, 'run.exe')
  assert.deepEqual(refused.rejected.dangerous, ['run.exe'])
  const read = selectionReducer(refused, { type: 'acknowledged' })
  assert.deepEqual(read, emptySelection)
  const next = await pick(refused, 'a.txt')
  assert.deepEqual(next.rejected.dangerous, [])
})

test('clearing takes nothing from a reading that is under way', async () => {
  const began = selectionReducer(emptySelection, { type: 'reading-began' })
  const cleared = selectionReducer(began, { type: 'cleared' })
  assert.equal(cleared.readings, 1)
  assert.equal(selectionReducer(cleared, { type: 'reading-ended' }).readings, 0)
})
