import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitText, fitUsername } from './fit-name.ts'

test('usernames of other services get the form that they have here', () => {
  assert.equal(fitUsername('ada_l-1', 'x@example.org'), 'ada_l-1')
  assert.equal(fitUsername('José.Luis', 'x@example.org'), 'Jose-Luis')
  assert.equal(fitUsername('李雷', 'li.lei@example.org'), 'li-lei')
  assert.equal(fitUsername('a', 'ada@example.org'), 'ada')
  assert.equal(fitUsername(`${'a'.repeat(49)}.b`, 'x@example.org'), `${'a'.repeat(49)}-`)
  assert.equal(fitUsername('', 'é@example.org'), '')
})

test('long texts are cut between characters', () => {
  assert.equal(fitText('abc', 3), 'abc')
  assert.equal(fitText('abc', 2), 'ab')
  assert.equal(fitText('a🙂', 2), 'a')
  assert.equal(fitText('a🙂', 3), 'a🙂')
})
