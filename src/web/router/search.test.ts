import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineSearch } from './search.ts'

const list = defineSearch((query) => {
  const sort = query.oneOf('sort', ['date', 'name'])
  return {
    sort,
    order: query.oneOf('order', sort === 'name' ? ['asc', 'desc'] : ['desc', 'asc']),
    search: query.text('search'),
    page: query.count('page'),
  }
})
const usual = { sort: 'date', order: 'desc', search: '', page: 1 } as const

test('what is written is read again, and only what is not usual is written', () => {
  for (const [values, written] of [
    [usual, ''],
    [{ ...usual, sort: 'name', order: 'asc' }, 'sort=name'],
    [{ ...usual, sort: 'name' }, 'sort=name&order=desc'],
    [
      { ...usual, order: 'asc', search: 'a&b = "ü"#', page: 12 },
      'order=asc&search=a%26b+%3D+%22%C3%BC%22%23&page=12',
    ],
  ] as const) {
    assert.equal(list.write(values), written)
    assert.deepEqual(list.read(`?${written}`), values)
  }
})

test('what cannot be meant is read as what is usual', () => {
  for (const page of ['0', '-1', '1.5', '1e3', 'NaN', ' 2', '9999999', '0x10', ''])
    assert.deepEqual(list.read(`?page=${encodeURIComponent(page)}`), usual, page)
  assert.deepEqual(list.read('?sort=size&order=up&order=asc&other=1'), usual)
  assert.deepEqual(list.read(`?search=${'a'.repeat(501)}`), usual)
  assert.deepEqual(list.read('?%E0%A4%A=%&&=&sort'), usual)
})
