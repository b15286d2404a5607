import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkForeignHash, isForeignHash, writeSha1Hash } from './foreign-hash.ts'

/** Test vectors of the reference implementation (github.com/P-H-C/phc-winner-argon2, test.c), version 0x13. */
const known = [
  ['$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4', 'password'],
  ['$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc', 'password'],
  ['$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8', 'password'],
] as const

for (const [hash, password] of known)
  test(`${hash.slice(0, 30)} is checked`, async () => {
    assert.equal(isForeignHash(hash), true)
    assert.equal(await checkForeignHash(password, hash), true)
    assert.equal(await checkForeignHash('passworD', hash), false)
  })

test('what would cost too much, or is no hash, is not taken', () => {
  const [[hash]] = known
  for (const other of [
    hash.replace('m=256', 'm=4000000'),
    hash.replace('t=2', 't=200'),
    hash.replace('p=1', 'p=200'),
    hash.replace('m=256', 'm=4'),
    hash.replace('v=19', 'v=16'),
    hash.replace('argon2id', 'argon2x'),
    hash.slice(0, 40),
    `${hash}\n`,
    'password',
    '',
  ])
    assert.equal(isForeignHash(other), false, other)
})

test('a salted SHA-1 is checked', async () => {
  // printf 'passwordsalt' | sha1sum
  const hash = writeSha1Hash('salt', 'C88E9C67041A74E0357BEFDFF93F87DDE0904214') ?? ''
  assert.equal(await checkForeignHash('password', hash), true)
  assert.equal(await checkForeignHash('passwor', hash), false)
  assert.equal(writeSha1Hash('', 'c88e9c67041a74e0357befdff93f87dde0904214'), undefined)
  assert.equal(writeSha1Hash('salt', 'not hexadecimal'), undefined)
})

test('bcrypt is checked, up to a cost', async () => {
  // Made by libxcrypt.
  const hash = '$2b$06$abcdefghijklmnopqrstuub0y0Vmqbz7CxUYzLK4/jR0hzzTHKFiK'
  assert.equal(await checkForeignHash('pässword 🎉', hash), true)
  assert.equal(await checkForeignHash('pässword', hash), false)
  // As some keyboards compose it.
  assert.equal(await checkForeignHash('pa\u0308ssword 🎉', hash), true)
  assert.equal(isForeignHash(hash.replace('$06', '$13')), true)
  assert.equal(isForeignHash(hash.replace('$06', '$14')), false)
})
