import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogIn, readTexts, statesFolder } from './catalogs.ts'
import { problemOf } from './check-translation.ts'
import { notes } from './notes.ts'
import { pseudoMessage } from './pseudo.ts'

const english = readTexts('en')

test('a pseudo text has signs on its letters, and its values, choices and tags as they were', () => {
  assert.equal(pseudoMessage('Send a <b>file</b>'), 'Šééñđ~ åå <b>ƒîîļéé</b>')
  assert.equal(pseudoMessage('PNG '), 'ÞÑĜ~~ ')
  assert.equal(
    pseudoMessage('{n, plural, =0 {none} one {# of {all}} other {#}}'),
    '{n, plural, =0 {ñööñéé} one {# ööƒ~ {all}} other {#}}',
  )
})

test('pseudo writes every text of pages and mails, each as usable as a translation and 40 % longer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pseudo-'))
  try {
    execFileSync(process.execPath, ['scripts/texts/texts.ts', 'pseudo', folder])
    for (const place of ['pages', 'mails'] as const) {
      const written: Record<string, string> = JSON.parse(readFileSync(join(folder, `${place}.json`), 'utf8'))
      const own = catalogIn(place, english)
      assert.deepEqual(Object.keys(written), Object.keys(own))
      for (const [key, text] of Object.entries(written)) {
        const from = own[key] ?? ''
        assert.equal(problemOf(from, text, 'en'), undefined, `${key}: ${text}`)
        if (!/[{<@\d]|https?:|Restante/.test(from) && from.length > 9)
          assert.ok(text.length >= from.length * 1.35 && text.length <= from.length * 1.5, `${key}: ${text}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('states and notes are those of texts that there are', () => {
  const ids = [...english.keys()]
  for (const file of existsSync(statesFolder) ? readdirSync(statesFolder) : []) {
    const named = Object.keys(JSON.parse(readFileSync(join(statesFolder, file), 'utf8')))
    assert.deepEqual(
      named.filter((id) => id !== '*' && !english.has(id)),
      [],
      file,
    )
  }
  assert.deepEqual(
    Object.keys(notes).filter((beginning) => !ids.some((id) => id.startsWith(beginning))),
    [],
  )
})
