import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchPath, pathWith } from './match-path.ts'

const rows: [pattern: string, pathname: string, params: Record<string, string> | undefined][] = [
  ['/', '/', {}],
  ['/', '//', {}],
  ['/', '/terms', undefined],
  ['/terms', '/terms', {}],
  ['/terms', '/Terms/', {}],
  ['/terms', '/terms/2', undefined],
  ['/portal/files', '/portal', undefined],
  ['/download/:fileId', '/download/AbC_-', { fileId: 'AbC_-' }],
  ['/download/:fileId', '/download/a%2Fb%20c', { fileId: 'a/b c' }],
  ['/download/:fileId', '/download/%E0%A4', { fileId: '%E0%A4' }],
  ['/download/:fileId', '/download/', undefined],
  ['/download/:fileId', '/download//', undefined],
  ['/download/:fileId', '/download/a/b', undefined],
  ['*', '/no/such/page', {}],
]

for (const [pattern, pathname, params] of rows) {
  test(`${pattern} ${params ? 'fits' : 'does not fit'} ${pathname}`, () =>
    assert.deepEqual(matchPath(pattern, pathname), params))
}

test('what is put into a pattern comes out of it', () => {
  const params = { fileId: 'a/b ?#%' }
  const path = pathWith('/download/:fileId', params)
  assert.equal(path, '/download/a%2Fb%20%3F%23%25')
  assert.deepEqual(matchPath('/download/:fileId', path), params)
})
