import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerousExtensions } from './dangerous-extensions.ts'
import { readBlockedTypes, readTypeList } from './read-type-list.ts'

test('extensions are read with or without a dot, in any case, once each', () => {
  assert.deepEqual(readTypeList('pdf, .PNG,tar,pdf'), ['pdf', 'png', 'tar'])
})

for (const text of ['', 'pdf,', 'pdf;png', '*', 'tar.gz', 'image/png', 'a b', '.']) {
  test(`${JSON.stringify(text)} is no list of extensions`, () => {
    assert.equal(readTypeList(text), undefined)
    assert.equal(readBlockedTypes(text), undefined)
  })
}

test('blocked types begin with the default ones, add and take out', () => {
  assert.deepEqual(readBlockedTypes('none'), [])
  assert.deepEqual(readBlockedTypes('exe,JS'), ['exe', 'js'])
  assert.deepEqual(readBlockedTypes('default'), dangerousExtensions)
  const changed = new Set(readBlockedTypes('default, js, -sh'))
  assert.deepEqual(changed, new Set([...dangerousExtensions, 'js']).difference(new Set(['sh'])))
})
