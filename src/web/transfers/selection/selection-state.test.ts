import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examine } from './selection.ts'
import { emptySelection, selectionReducer } from './selection-state.ts'

const rules = { fileSize: 100, allowed: null, dangerous: ['exe'] }

async function picked(...names: string[]) {
  const files = names.map((name) => {
    const file = new File(['0123456789'], name, { lastModified: 1 })
    return { name, isFolder: false, files: [{ path: name, file }] }
  })
  const examined = await examine(files, rules)
  return { type: 'picked', examined, unreadable: [] } as const
}

test('two readings that end one after the other are both in the selection', async () => {
  const first = selectionReducer(emptySelection, await picked('a.txt'))
  const second = selectionReducer(first, await picked('b.txt'))
  assert.deepEqual(
    second.items.map(({ name }) => name),
    ['a.txt', 'b.txt'],
  )
})

test('what was rejected is said of the last pick only, and not after it was read', async () => {
  const refused = selectionReducer(emptySelection, await picked('run.exe'))
  assert.deepEqual(refused.rejected.dangerous, ['run.exe'])
  const read = selectionReducer(refused, { type: 'acknowledged' })
  assert.deepEqual(read, emptySelection)
  const next = selectionReducer(refused, await picked('a.txt'))
  assert.deepEqual(next.rejected.dangerous, [])
})

test('clearing takes nothing from a reading that is under way', async () => {
  const began = selectionReducer(emptySelection, { type: 'reading-began' })
  const cleared = selectionReducer(began, { type: 'cleared' })
  assert.equal(cleared.readings, 1)
  assert.equal(selectionReducer(cleared, { type: 'reading-ended' }).readings, 0)
})
