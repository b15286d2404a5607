import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideOnUnsteady } from './decide-on-unsteady.ts'

const [a, b, c, d] = ['a.spec.ts › a', 'a.spec.ts › b', 'b.spec.ts › c', 'b.spec.ts › d']

test('a run without unsteady tests passes, and nothing is said', () => {
  assert.deepEqual(decideOnUnsteady([], []), { failed: false, text: '' })
  assert.deepEqual(decideOnUnsteady([], [a]), { failed: false, text: '' })
})

test('up to three unsteady tests are listed, and the run passes', () => {
  const { failed, text } = decideOnUnsteady([a, b, c], [])
  assert.equal(failed, false)
  for (const name of [a, b, c]) assert.match(text, new RegExp(`^  ${name}$`, 'm'))
})

test('more than three fail the run', () => {
  const { failed, text } = decideOnUnsteady([a, b, c, d], [])
  assert.equal(failed, true)
  assert.match(text, /The run fails: more than 3\./)
})

test('one that was unsteady before fails the run', () => {
  const { failed, text } = decideOnUnsteady([a], [a, b])
  assert.equal(failed, true)
  assert.match(text, /The run fails: one of them was unsteady before\./)
  assert.match(text, /a\.spec\.ts › a {3}\(known to be unsteady\)/)
  assert.equal(decideOnUnsteady([c], [a, b]).failed, false)
})
