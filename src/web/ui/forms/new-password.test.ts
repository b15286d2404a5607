import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPassword, passwordStrength } from './new-password.ts'

test('a new password has 20 signs that cannot be mistaken, in groups, never twice the same', () => {
  const made = Array.from({ length: 200 }, newPassword)
  for (const password of made) assert.match(password, /^[2-9a-hjkmnp-z]{5}(-[2-9a-hjkmnp-z]{5}){3}$/)
  assert.equal(new Set(made).size, made.length)
  assert.equal(new Set(made.join('').replaceAll('-', '')).size, 31, 'every sign comes up')
  assert.equal(passwordStrength(newPassword()), 'strong')
})

for (const [password, strength] of [
  ['', 'weak'],
  ['secret', 'weak'],
  ['Passwort123', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['12345678901234567890', 'weak'],
  ['abababababababababab', 'weak'],
  ['tulip-92', 'fair'],
  ['correct-horse', 'fair'],
  ['correct horse battery', 'strong'],
  ['秘密の花園へようこそ', 'strong'],
] as const) {
  test(`"${password}" is ${strength}`, () => assert.equal(passwordStrength(password), strength))
}
