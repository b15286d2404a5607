import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryText } from './expiry-text.ts'

/** A moment of the machine's own time zone. */
function local(text: string): Date {
  return new Date(`2026-11-${text}`)
}

test('a link says the day, the time and the span until it expires', () => {
  const now = local('22T02:35:11').getTime()
  const texts = {
    '22T03:05:11': 'today at 03:05 (in 30 min)',
    '22T05:35:11': 'today at 05:35 (in 3 h)',
    '23T02:35:11': 'tomorrow at 02:35 (in 1 day)',
    '25T02:35:11': 'on 25 November 2026 at 02:35 (in 3 days)',
  }
  for (const [end, text] of Object.entries(texts))
    assert.equal(expiryText(local(end).toISOString(), now), text)
})

test('a few seconds lost on the way do not change the span', () => {
  const now = local('22T23:35:14').getTime()
  assert.equal(expiryText(local('23T02:35:11').toISOString(), now), 'tomorrow at 02:35 (in 3 h)')
})
