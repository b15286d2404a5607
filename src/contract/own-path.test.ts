import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPath } from './own-path.ts'

const origin = 'https://restante.example'

for (const path of [
  '/',
  '/portal',
  '/portal/files?page=2#top',
  '/admin',
  '/download/AAAAAAAAAAAAAAAAAAAAAA',
]) {
  test(`${path} is ours`, () => assert.equal(ownPath(path, origin), path))
}

test('an address is cleaned on its way', () => {
  assert.equal(ownPath('/portal/../admin', origin), '/admin')
})

for (const value of [
  null,
  '',
  'portal',
  'https://elsewhere.example/',
  'https://restante.example/portal',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '\n//elsewhere.example',
  '/.//elsewhere.example',
  '/..//elsewhere.example',
  '/portal/..//elsewhere.example',
  'javascript:alert(1)',
  '//[',
  ' /portal',
]) {
  test(`${JSON.stringify(value)} is not`, () => assert.equal(ownPath(value, origin), undefined))
}
