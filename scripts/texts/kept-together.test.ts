import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptTogether } from './kept-together.ts'

test('short hyphenated words stay on one line, and longer ones may break', () => {
  assert.equal(keptTogether('Ihre Test-E-Mail-Adresse'), 'Ihre Test-E\u2011Mail-Adresse')
  assert.equal(keptTogether('aux e-mails, peut-être'), 'aux e\u2011mails, peut-être')
  assert.equal(keptTogether('Copie-a, ou guarde-os'), 'Copie\u2011a, ou guarde-os')
  assert.equal(keptTogether('the-mail'), 'the-mail')
})
