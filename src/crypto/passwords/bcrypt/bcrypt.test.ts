import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeBase64 } from '#tests/support/samples/imports/foreign-hashes.ts'
import { bcrypt, readBcrypt } from './bcrypt.ts'
import { piWords } from './pi-words.ts'

/** Vectors of crypt_blowfish 1.3 (wrapper.c). */
const vectors = [
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U*', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
  ['U*U*U', '$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  ['', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'],
] as const

test('pi begins as it does', () => {
  assert.equal(Buffer.from(piWords(4).map((word) => word)).length, 4)
  assert.deepEqual(
    [...piWords(4)].map((word) => word.toString(16)),
    ['243f6a88', '85a308d3', '13198a2e', '3707344'],
  )
})

for (const [password, text] of vectors)
  test(`the hash of ${JSON.stringify(password)} is that of others`, async () => {
    const parsed = readBcrypt(text)
    assert.ok(parsed)
    const hash = await bcrypt(password, parsed.cost, parsed.salt)
    assert.deepEqual(hash, parsed.hash)
    assert.equal(`$2a$05$${writeBase64(parsed.salt)}${writeBase64(hash)}`, text)
  })

test('another text is no hash', () => {
  const [[, text]] = vectors
  for (const other of [text.slice(1), `${text}.`, text.replace('$2a', '$2x'), text.replace('05', '5'), ''])
    assert.equal(readBcrypt(other), undefined, other)
})
