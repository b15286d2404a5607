import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealedMembers } from './sealed-members.ts'

const files = ['Straße/Plan.png', 'Café/résumé.txt', 'notes.txt'].map((path, n) => ({
  path,
  size: n,
  type: '',
  modified: '2026-11-21T08:00:00.000Z',
  offset: n,
}))
const found = (search: string) => {
  const { rows, at } = sealedMembers(files, search)
  return rows?.map(({ index }) => at(index)?.path)
}

test('files are found by a part of their path, without case and accents, and keep their numbers', () => {
  assert.deepEqual(found(''), ['Straße/Plan.png', 'Café/résumé.txt', 'notes.txt'])
  assert.deepEqual(found('RESUME'), ['Café/résumé.txt'])
  assert.deepEqual(found(' strasse/p '), ['Straße/Plan.png'])
  assert.deepEqual(found('nothing'), [])
  assert.equal(sealedMembers(files, 'notes').at(0)?.n, 2)
})
