import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageLanguage } from './page-language.ts'

const rows: [accept: string | undefined, cookie: string | undefined, language: string][] = [
  [undefined, undefined, 'en'],
  ['*', undefined, 'en'],
  ['de', undefined, 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', undefined, 'de'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', undefined, 'fr'],
  ['en;q=0.4, sv, FR-be ; q=0.8', undefined, 'fr'],
  ['sv,cs;q=0.5', undefined, 'en'],
  ['de;q=0, fr;q=0.1', undefined, 'fr'],
  ['de;q=x, fr', undefined, 'fr'],
  [`${'sv,'.repeat(40)}de`, undefined, 'en'],
  ['de', 'language=fr', 'fr'],
  ['de', 'theme=dark; language=en; a=b', 'en'],
  ['de', 'language=tlh', 'de'],
  ['de', 'other_language=fr', 'de'],
]

for (const [accept, cookie, language] of rows) {
  test(`${accept ?? 'nothing'} preferred and ${cookie ?? 'nothing'} chosen: ${language}`, () => {
    assert.equal(pageLanguage({ 'accept-language': accept, cookie }), language)
  })
}
