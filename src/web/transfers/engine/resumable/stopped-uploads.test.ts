import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newBoundary } from '#client/multipart-body.ts'
import type { Selection } from '../../selection/selection.ts'
import {
  findStopped,
  fingerprintOf,
  forgetUpload,
  rememberUpload,
  type StoppedUpload,
} from './stopped-uploads.ts'

const day = 24 * 60 * 60_000

/** As much of a browser's storage as is asked of it. */
const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
})
beforeEach(() => kept.clear())

function upload(selection: string, at = 0): StoppedUpload {
  const form = { boundary: newBoundary(), headLength: 200 }
  return { selection, id: 'AAAAAAAAAAAAAAAAAAAAAA', baseUrl: '', at, form }
}

test('an upload is found by its selection, until it is forgotten or a day old', () => {
  const first = upload('a')
  rememberUpload(first)
  rememberUpload({ ...upload('b'), form: null })
  assert.deepEqual(findStopped('a', day - 1), first)
  assert.equal(findStopped('a', day), undefined)
  assert.equal(findStopped('c', 1), undefined)
  forgetUpload('a', 1)
  assert.equal(findStopped('a', 1), undefined)
  assert.ok(findStopped('b', 1))
})

test('the later of two uploads of one selection counts', () => {
  rememberUpload(upload('a'))
  const later = { ...upload('a', 5), id: 'BBBBBBBBBBBBBBBBBBBBBB' }
  rememberUpload(later)
  assert.deepEqual(findStopped('a', 6), later)
})

test('what someone else wrote there is not believed', () => {
  rememberUpload(upload('a'))
  const [key = ''] = kept.keys()
  for (const text of [
    'no json',
    '{}',
    '[null]',
    JSON.stringify([{ ...upload('a'), id: '../../../files/x' }]),
    JSON.stringify([{ ...upload('a'), form: { boundary: 'a\r\nb', headLength: 1 } }]),
  ]) {
    kept.set(key, text)
    assert.equal(findStopped('a', 1), undefined, text)
  }
})

function select(...files: (readonly [path: string, text: string, lastModified: number])[]): Selection {
  return files.map(([path, text, lastModified]) => {
    const name = path.split('/').at(-1) ?? ''
    const file = new File([text], name, { lastModified })
    return { key: path, name, isFolder: false, size: file.size, files: [{ path, file }] }
  })
}

test('a fingerprint depends on names, folders, sizes and dates, and shows none of them', async () => {
  const base = await fingerprintOf(select(['trip/a', '1', 1]))
  assert.match(base ?? '', /^[0-9a-f]{64}$/)
  assert.equal(await fingerprintOf(select(['trip/a', '2', 1])), base)
  for (const other of [
    ['trip 2/a', '1', 1],
    ['trip/a', '12', 1],
    ['trip/a', '1', 2],
  ] as const)
    assert.notEqual(await fingerprintOf(select(other)), base)
})

test('it does not depend on the order of picking', async () => {
  const [a, b] = [['a', '1', 1] as const, ['b', '2', 2] as const]
  assert.equal(await fingerprintOf(select(a, b)), await fingerprintOf(select(b, a)))
})
