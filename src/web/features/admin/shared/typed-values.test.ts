import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, joinNumber, sizeUnits, splitNumber } from './typed-values.ts'

test('a number and its unit come apart and together as they stand in the environment', () => {
  const [mb, gb] = sizeUnits
  assert.ok(mb && gb)
  assert.deepEqual(splitNumber('2GB', sizeUnits), { number: '2', unit: gb })
  assert.deepEqual(splitNumber('500 mb', sizeUnits), { number: '500', unit: mb })
  assert.deepEqual(splitNumber('0', sizeUnits), { number: '0' })
  for (const other of ['', 'much', '2 PB', '2GB and more'])
    assert.equal(splitNumber(other, sizeUnits), undefined, other)
  assert.equal(joinNumber('3', gb), '3GB')
  assert.equal(joinNumber('0', gb), '0')
  assert.equal(joinNumber('3TB', gb), '3TB')
})

test('entries are told apart by commas, and empty ones are none', () => {
  assert.deepEqual(entriesOf('30m, 1h,,3h,'), ['30m', '1h', '3h'])
  assert.deepEqual(entriesOf(''), [])
})
