import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addFiles, type PickedFile, removeItem, sumOf } from './selection.ts'

function pick(path: string, size = 10): PickedFile {
  const name = path.split('/').at(-1) ?? ''
  return { path, file: new File([new Uint8Array(size)], name, { lastModified: 1 }) }
}

test('files are listed in order, once each, empty ones too', () => {
  const first = addFiles([], [pick('a.txt'), pick('empty', 0)], 100)
  const again = addFiles(first.selection, [pick('a.txt'), pick('b.txt')], 100)
  assert.deepEqual(
    again.selection.map(({ name }) => name),
    ['a.txt', 'empty', 'b.txt'],
  )
  assert.deepEqual(sumOf(again.selection), { files: 3, size: 20 })
})

test('the files of a folder are one row', () => {
  const { selection } = addFiles([], [pick('trip/a.jpg'), pick('trip/day 2/b.jpg'), pick('c.txt')], 100)
  assert.deepEqual(
    selection.map(({ name, size, isFolder, files }) => [name, size, isFolder, files.length]),
    [
      ['c.txt', 10, false, 1],
      ['trip', 20, true, 2],
    ],
  )
})

test('a file over the limit is left out and named', () => {
  const { selection, tooLarge } = addFiles([], [pick('big.mov', 101), pick('fits', 100)], 100)
  assert.deepEqual(tooLarge, ['big.mov'])
  assert.deepEqual(
    selection.map(({ name }) => name),
    ['fits'],
  )
})

test('a row can be removed', () => {
  const { selection } = addFiles([], [pick('a'), pick('b')], 100)
  assert.deepEqual(
    removeItem(selection, selection[0]?.key ?? '').map(({ name }) => name),
    ['b'],
  )
})
