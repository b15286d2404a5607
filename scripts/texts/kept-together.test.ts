import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptTogether } from './kept-together.ts'

test('short hyphenated words stay on one line, and longer ones may break', () => {
  assert.equal(keptTogether('Ihre Test-E-Mail-Adresse'), 'Ihre Test-E-\u2060Mail-Adresse')
  assert.equal(keptTogether('aux e-mails, peut-être'), 'aux e-\u2060mails, peut-être')
  assert.equal(keptTogether('Copie-a, ou guarde-os'), 'Copie-\u2060a, ou guarde-os')
  assert.equal(keptTogether('the-mail'), 'the-mail')
})
