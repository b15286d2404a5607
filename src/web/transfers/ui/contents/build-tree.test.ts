import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildTree, type Folder, openAtFirst } from './build-tree.ts'

function treeOf(...paths: string[]): Folder {
  return buildTree(
    paths.map((path, n) => ({ index: n, member: { n, path, size: 1, type: '', thumbnail: false } })),
  )
}

test('files lie in the folders of their paths, which come in order and count what is below them', () => {
  const root = treeOf('b/1.txt', 'a.txt', 'b/c/2.txt', 'd/3.txt', 'b/4.txt')
  assert.deepEqual(
    root.files.map(({ member }) => member.path),
    ['a.txt'],
  )
  assert.deepEqual(
    root.folders.map(({ path, all, folders }) => [path, all.length, folders.map(({ path }) => path)]),
    [
      ['b/', 3, ['b/c/']],
      ['d/', 1, []],
    ],
  )
  assert.deepEqual(
    root.folders[0]?.files.map(({ index }) => index),
    [0, 4],
  )
})

test('of few files all folders are open at first, of many the first one', () => {
  assert.deepEqual([...openAtFirst(treeOf('a/b/1', 'c/2'))], ['a/', 'a/b/', 'c/'])
  const many = Array.from({ length: 21 }, (_, n) => `x/y/${n}`)
  assert.deepEqual([...openAtFirst(treeOf(...many, 'z/1'))], ['x/', 'x/y/'])
})
