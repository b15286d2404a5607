import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownLink } from './shown-link.ts'

test('a link keeps all but its origin', () => {
  assert.equal(
    shownLink('http://localhost:3000/manage/id?a=b#secret', 'http://box.local:8080'),
    'http://box.local:8080/manage/id?a=b#secret',
  )
})
