import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, formOf, joinNumber, splitNumber } from './setting-forms.ts'

test('a number and its unit come apart and together as they stand in the environment', () => {
  const form = formOf('FREE_FILE_SIZE')
  assert.ok(form?.kind === 'number')
  const [mb, gb] = form.units
  assert.ok(mb && gb)
  assert.deepEqual(splitNumber('2GB', form.units), { number: '2', unit: gb })
  assert.deepEqual(splitNumber('500 mb', form.units), { number: '500', unit: mb })
  assert.deepEqual(splitNumber('0', form.units), { number: '0' })
  for (const other of ['', 'much', '2 PB', '2GB and more'])
    assert.equal(splitNumber(other, form.units), undefined, other)
  assert.equal(joinNumber('3', gb), '3GB')
  assert.equal(joinNumber('0', gb), '0')
  assert.equal(joinNumber('3TB', gb), '3TB')
})

test('entries are told apart by commas, and empty ones are none', () => {
  assert.deepEqual(entriesOf('30m, 1h,,3h,'), ['30m', '1h', '3h'])
  assert.deepEqual(entriesOf(''), [])
})
