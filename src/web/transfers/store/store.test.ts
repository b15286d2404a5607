import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transfers } from './store.ts'

const rules = { fileSize: 100, allowed: null, dangerous: ['exe'] }

function reading(...names: string[]) {
  const picked = names.map((name) => {
    const file = new File(['0123456789'], name, { lastModified: 1 })
    return { name, isFolder: false, files: [{ path: name, file }] }
  })
  return { picked, unreadable: [] }
}

function names(): string[] {
  return transfers.read().selection.items.map(({ name }) => name)
}

test('of readings that end at the same moment none is lost, and nothing removed meanwhile comes back', async () => {
  await transfers.pick(reading('first.txt'), rules)
  const [item] = transfers.read().selection.items
  assert.ok(item)
  const picks = [
    transfers.pick(reading('a.txt', 'b.txt'), rules),
    transfers.pick(reading('b.txt', 'c.txt'), rules),
    transfers.pick(Promise.resolve(reading('d.txt')), rules),
  ]
  assert.equal(transfers.read().selection.readings, 3)
  transfers.remove(item.key)
  await Promise.all(picks)
  assert.deepEqual(names().sort(), ['a.txt', 'b.txt', 'c.txt', 'd.txt'])
  assert.equal(transfers.read().selection.readings, 0)
})
