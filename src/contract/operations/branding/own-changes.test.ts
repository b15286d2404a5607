import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownChanges } from './own-changes.ts'

test('sections are compared by their titles, or else their texts, in the order of now', () => {
  const before = [
    { title: 'Use', text: 'Old.' },
    { title: 'Gone', text: 'Gone.' },
    { title: 'Kept', text: 'Same\u00a0text.' },
    { title: 'Named', text: 'Moved.' },
  ]
  const now = [
    { title: 'Kept', text: 'Same text.' },
    { title: 'Use', text: 'New.' },
    { title: 'Renamed', text: 'Moved.' },
    { title: 'Log', text: 'Added.' },
  ]
  assert.deepEqual(
    ownChanges(before, now).map(({ type, title, number, oldText }) => [type, title, number, oldText]),
    [
      ['modified', 'Use', 2, 'Old.'],
      ['modified', 'Renamed', 3, 'Moved.'],
      ['added', 'Log', 4, undefined],
      ['removed', 'Gone', undefined, undefined],
    ],
  )
})
