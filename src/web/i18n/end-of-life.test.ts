import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import english from './en.json' with { type: 'json' }
import { endOfLife } from './end-of-life.ts'

before(() => {
  const texts = Object.entries(english).map(([key, text]) => [key, compileMessage(text)] as const)
  i18n.load('en', Object.fromEntries(texts))
  i18n.activate('en')
})

const now = new Date(2026, 10, 21, 17, 6).getTime()

test('an end on this day, the next day, and later', () => {
  assert.equal(endOfLife(new Date(2026, 10, 21, 20, 6).getTime(), now), 'today at 20:06')
  assert.equal(endOfLife(new Date(2026, 10, 22, 5, 6).getTime(), now), 'tomorrow at 05:06')
  assert.equal(endOfLife(new Date(2026, 11, 21, 5, 6).getTime(), now), '21 Dec 2026, 05:06')
})

test('midnight divides the days, not 24 hours', () => {
  assert.equal(endOfLife(new Date(2026, 10, 22, 0, 1).getTime(), now), 'tomorrow at 00:01')
})
