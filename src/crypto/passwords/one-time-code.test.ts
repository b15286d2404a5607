import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, findTotpStep, totpCode } from './one-time-code.ts'

/** RFC 6238, appendix B, the rows of SHA-1. */
const secret = Buffer.from('12345678901234567890', 'ascii')
const vectors: readonly [seconds: number, code: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]

test('codes are those of RFC 6238', () => {
  for (const [seconds, code] of vectors) assert.equal(totpCode(secret, Math.floor(seconds / 30), 8), code)
})

test('a secret in base 32 is that of RFC 4648', () => {
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI')
})

test('a code is taken in its step and the ones beside it, and not again', () => {
  const now = 1_111_111_111_000
  const step = Math.floor(now / 30_000)
  for (const beside of [-1, 0, 1])
    assert.equal(findTotpStep(secret, totpCode(secret, step + beside), now, 0), step + beside)
  for (const far of [-2, 2])
    assert.equal(findTotpStep(secret, totpCode(secret, step + far), now, 0), undefined)
  assert.equal(findTotpStep(secret, totpCode(secret, step), now, step), undefined)
  assert.equal(findTotpStep(secret, totpCode(secret, step - 1), now, step), undefined)
  for (const wrong of ['', '12345', '1234567', 'abcdef'])
    assert.equal(findTotpStep(secret, wrong, now, 0), undefined)
})
