import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeText } from '#server/messaging/mail/formats.ts'
import { textsIn } from '#server/messaging/mail/mail-texts.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { englishSize } from './scale-size.ts'

test('a size reads the same in pages, in mails, and on the command line', () => {
  speakInTest('en')
  const sizes = [
    0,
    999,
    1024,
    3.2 * 1024 ** 2,
    3.206 * 1024 ** 2,
    99.96 * 1024 ** 2,
    999.4 * 1024,
    1021 * 1024 ** 2,
    5e9,
    3e14,
  ]
  for (const bytes of sizes) {
    const written = formatSize(bytes).replace(/\s/, ' ')
    assert.equal(sizeText(bytes, textsIn('en')), written)
    assert.equal(englishSize(bytes, ' '), written)
  }
  assert.equal(englishSize(2 * 1024 ** 3), '2GB')
})

test('no size reads like a thousand of its unit', () => {
  assert.equal(englishSize(999), '999B')
  assert.equal(englishSize(1000), '0.98KB')
  assert.equal(englishSize(1021 * 1024 ** 2), '1GB')
  assert.equal(englishSize(1000 * 1024 ** 3), '0.98TB')
  speakInTest('de')
  assert.equal(formatSize(1012 * 1024 ** 2), '0,99\u00a0GB')
})
