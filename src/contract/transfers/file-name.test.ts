import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameProblem, safeFileName } from './file-name.ts'

const refused = [
  '',
  '.',
  '..',
  'a/b.txt',
  '..\\b.txt',
  'a"b.txt',
  'a\r\nb.txt',
  'a\0.txt',
  'photo\u202egnp.exe',
  'x'.repeat(256),
  '\ud800.txt',
]

for (const name of refused) {
  test(`${JSON.stringify(name.slice(0, 20))} is refused, and its safe form is taken`, () => {
    assert.notEqual(fileNameProblem(name), undefined)
    assert.equal(fileNameProblem(safeFileName(name)), undefined)
  })
}

test('everyday names of Europe are taken as they are', () => {
  for (const name of [
    "l'été.pdf",
    'Straße 14; Küche.docx',
    'Ελληνικά.txt',
    'a b (1) [x] {y}.tar.gz',
    '👩‍🚀.png',
    '.env',
  ]) {
    assert.equal(fileNameProblem(name), undefined)
    assert.equal(safeFileName(name), name)
  }
})

test('an overlong name keeps its extension', () => {
  assert.match(safeFileName(`${'x'.repeat(400)}.pdf`), /^x{251}\.pdf$/)
})
