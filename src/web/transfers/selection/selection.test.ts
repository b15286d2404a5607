import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addExamined,
  examine,
  extensionOf,
  type FileRules,
  type Picked,
  removeItem,
  type Selection,
  sumOf,
} from './selection.ts'

const rules = { fileSize: 100, allowed: null, dangerous: ['exe'] }

function file(name: string, size = 10, lastModified = 1): Picked {
  const picked = new File([new Uint8Array(size)], name, { lastModified })
  return { name, isFolder: false, files: [{ path: name, file: picked }] }
}

function folder(name: string, paths: readonly string[], lastModified = 1): Picked {
  const files = paths.map((path) => {
    const base = path.split('/').at(-1) ?? ''
    return { path: `${name}/${path}`, file: new File(['0123456789'], base, { lastModified }) }
  })
  return { name, isFolder: true, files }
}

async function addPicked(selection: Selection, picked: readonly Picked[], by: FileRules) {
  return addExamined(selection, await examine(picked, by))
}

function namesOf(selection: Selection): string[] {
  return selection.map(({ name }) => name)
}

test('files are listed in order, once each, empty ones too', async () => {
  const first = await addPicked([], [file('a.txt'), file('empty', 0)], rules)
  const again = await addPicked(first.selection, [file('a.txt'), file('b.txt')], rules)
  assert.deepEqual(namesOf(again.selection), ['a.txt', 'empty', 'b.txt'])
  assert.deepEqual(sumOf(again.selection), { files: 3, size: 20 })
})

test('two different files of the same name are both kept', async () => {
  const { selection } = await addPicked([], [file('a.txt', 10, 1), file('a.txt', 10, 2)], rules)
  assert.deepEqual(namesOf(selection), ['a.txt', 'a.txt'])
})

test('the files of a folder are one row; an empty folder is none', async () => {
  const picked = [folder('trip', ['a.jpg', 'day 2/b.jpg']), file('c.txt'), folder('nothing', [])]
  const { selection } = await addPicked([], picked, rules)
  assert.deepEqual(
    selection.map(({ name, size, isFolder, files }) => [name, size, isFolder, files.length]),
    [
      ['trip', 20, true, 2],
      ['c.txt', 10, false, 1],
    ],
  )
})

test('another folder of the same name is kept beside the first; the same folder is not added twice', async () => {
  const first = await addPicked([], [folder('trip', ['a.jpg'])], rules)
  const second = await addPicked(
    first.selection,
    [folder('trip', ['a.jpg'], 2), folder('trip', ['a.jpg'])],
    rules,
  )
  assert.deepEqual(namesOf(second.selection), ['trip', 'trip (2)'])
  assert.deepEqual(
    second.selection.flatMap(({ files }) => files.map(({ path }) => path)),
    ['trip/a.jpg', 'trip (2)/a.jpg'],
  )
})

test('what would be refused is left out and named, in folders too', async () => {
  const picked = [file('big.mov', 101), file('fits', 100), folder('tools', ['run.EXE', 'read.me'])]
  const { selection, rejected } = await addPicked([], picked, rules)
  assert.deepEqual(rejected, {
    tooLarge: [{ name: 'big.mov', size: 101 }],
    dangerous: ['run.EXE'],
    unsupported: [],
    empty: [],
  })
  assert.deepEqual(namesOf(selection), ['fits', 'tools'])
  const only = await addPicked([], [file('a.pdf'), file('b.txt')], { ...rules, allowed: ['pdf'] })
  assert.deepEqual(only.rejected.unsupported, ['b.txt'])
})

test('blanks and dots at its end do not hide an extension', async () => {
  assert.deepEqual(['a.tar.GZ', 'run.exe. .', '.profile', 'none'].map(extensionOf), [
    'gz',
    'exe',
    'profile',
    '',
  ])
})

test('a row can be removed', async () => {
  const { selection } = await addPicked([], [file('a'), file('b')], rules)
  assert.deepEqual(namesOf(removeItem(selection, selection[0]?.key ?? '')), ['b'])
})

test('others get their turn while a long selection is added', async () => {
  const picked = Array.from({ length: 80_000 }, (_, index) => file(`${index}.jpg`, 0))
  const examined = await examine(picked, rules)
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  const { selection } = await addExamined([], examined)
  clearInterval(timer)
  assert.equal(selection.length, picked.length)
  assert.ok(turns > 0)
})
