import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manyLines, oneLine } from './clean-text.ts'

test('one line stays one line, whatever was typed', () => {
  assert.equal(
    oneLine(' Ines\r\nBcc: a@b.example\u2028\u0085\tMoreau\0\u007f '),
    'Ines Bcc: a@b.example Moreau',
  )
})

test('lines stay lines, in one way of writing them', () => {
  assert.equal(manyLines('a\r\nb\rc\n\nd\u2029e\u0007'), 'a\nb\nc\n\nd\ne')
})

test('nothing turns the direction of what stands around it, and every script stays', () => {
  assert.equal(oneLine('a\u202egnp.exe\u2066\u200f'), 'agnp.exe')
  assert.equal(oneLine('שלום Größe 한국어 🙂 e\u0301'), 'שלום Größe 한국어 🙂 e\u0301')
})

test('half a character becomes a whole one', () => {
  assert.equal(oneLine('a\ud83d'), 'a\ufffd')
})
