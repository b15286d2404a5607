import assert from 'node:assert/strict'
import { createPublicKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as z from 'zod'
import { readVectors } from '#tests/support/transfers/vectors.ts'
import { passwordCosts } from '../passwords/password-hash.ts'
import { decapsulateWith, encapsulateTo, newMlKemPair, openSeed, publicKeyOf, sealSeed } from './user-key.ts'

const hex = z.string().transform((text) => Buffer.from(text, 'hex'))
const algorithms = [
  ['ml-kem512', 512],
  ['ml-kem768', 768],
  ['ml-kem1024', 1024],
] as const

const keyGeneration = z.object({
  testGroups: z.array(z.object({ tests: z.array(z.object({ tcId: z.number(), seed: hex, ek: hex })) })),
})
const decapsulation = z.object({
  testGroups: z.array(
    z.object({
      tests: z.array(
        z.object({ tcId: z.number(), seed: hex, c: hex, K: hex, result: z.enum(['valid', 'invalid']) }),
      ),
    }),
  ),
})

for (const [algorithm, size] of algorithms) {
  test(`${algorithm} makes the published public keys of the published seeds`, (t) => {
    const groups = readVectors(t, `mlkem_${size}_keygen_seed_test.json.gz`, keyGeneration)?.testGroups ?? []
    for (const { tcId, seed, ek } of groups.flatMap((group) => group.tests)) {
      const key = createPublicKey({ key: publicKeyOf(algorithm, seed), format: 'der', type: 'spki' })
      assert.deepEqual(key.export({ format: 'raw-public' }), ek, `${tcId}`)
    }
  })

  test(`${algorithm} gives the published secrets, and refuses what is too short or too long`, (t) => {
    const groups = readVectors(t, `mlkem_${size}_test.json.gz`, decapsulation)?.testGroups ?? []
    for (const { tcId, seed, c, K, result } of groups.flatMap((group) => group.tests)) {
      if (result === 'valid') assert.deepEqual(decapsulateWith(algorithm, seed, c), K, `${tcId}`)
      else assert.throws(() => decapsulateWith(algorithm, seed, c), `${tcId}`)
    }
  })

  test(`${algorithm} brings a secret to the holder of the seed and to nobody else`, () => {
    const [own, other] = [newMlKemPair(algorithm), newMlKemPair(algorithm)]
    const { secret, ciphertext } = encapsulateTo(own.publicKey)
    assert.deepEqual(decapsulateWith(algorithm, own.seed, ciphertext), secret)
    assert.notDeepEqual(decapsulateWith(algorithm, other.seed, ciphertext), secret)
    assert.notDeepEqual(encapsulateTo(own.publicKey).secret, secret)
  })
}

test('a sealed seed wants the key password and the pair key, in its place only', async () => {
  const { seed, publicKey } = newMlKemPair('ml-kem768')
  const pairKey = randomBytes(32)
  const place = { pairId: 'a-pair', publicKey }
  const sealed = await sealSeed(seed, pairKey, 'Zoë’s key', place, passwordCosts.full.file)
  assert.deepEqual(await openSeed(sealed, pairKey, 'Zoe\u0308’s key', place), seed)
  assert.equal(sealed.includes(seed.subarray(0, 16)), false)
  const wrong = { name: 'WrongKey' }
  await assert.rejects(openSeed(sealed, pairKey, 'zoë’s key', place), wrong)
  await assert.rejects(openSeed(sealed, randomBytes(32), 'Zoë’s key', place), wrong)
  await assert.rejects(openSeed(sealed, pairKey, 'Zoë’s key', { ...place, pairId: 'b-pair' }), wrong)
  const another = newMlKemPair('ml-kem768').publicKey
  await assert.rejects(openSeed(sealed, pairKey, 'Zoë’s key', { ...place, publicKey: another }), wrong)
  await assert.rejects(openSeed(sealed.subarray(1), pairKey, 'Zoë’s key', place), wrong)
})
