import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldForSearch } from './fold-for-search.ts'

const found: [search: string, text: string][] = [
  ['KÜCHE', 'Küche.pdf'],
  ['kuche', 'Küche.pdf'],
  ['Ku\u0308che', 'Küche.pdf'],
  ['STRASSE', 'Lindenstraße 14'],
  ['ΑΘΉΝΑΣ.PDF', 'Αθήνας.pdf'],
  ['ΑΘΗΝΑΣ', 'Αθήνας.pdf'],
  ['λάμπρος', 'ΛΑΜΠΡΟΣΑ'],
  ['ŁÓDŹ', 'łódź'],
  ['čaj', 'ČAJ'],
  ['ЙОГА', 'йога'],
  ['İstanbul', 'istanbul'],
  ['ﬁn', 'FIN.TXT'],
  ['한국', '한국어.txt'],
]

for (const [search, text] of found) {
  test(`${search} finds ${text}`, () => {
    assert.ok(foldForSearch(text).includes(foldForSearch(search)), foldForSearch(text))
  })
}

test('other letters stay other letters', () => {
  const letters = ['o', 'ø', 'l', 'ł', 'd', 'đ', 'и', 'і', 'か', 'が', 'क', 'कि']
  assert.equal(new Set(letters.map(foldForSearch)).size, letters.length)
})
