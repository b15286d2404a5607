import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import * as z from 'zod'
import { readVectors } from '#tests/support/transfers/vectors.ts'

const hex = z.string().transform((text) => Buffer.from(text, 'hex'))
const result = z.enum(['valid', 'invalid', 'acceptable'])

const gcm = z.object({
  testGroups: z.array(
    z.object({
      ivSize: z.number(),
      keySize: z.number(),
      tagSize: z.number(),
      tests: z.array(
        z.object({ tcId: z.number(), key: hex, iv: hex, aad: hex, msg: hex, ct: hex, tag: hex, result }),
      ),
    }),
  ),
})

test('AES-256-GCM is the published one', (t) => {
  const groups = readVectors(t, 'aes_gcm_test.json.gz', gcm)?.testGroups ?? []
  const ours = groups.filter((group) => group.keySize === 256 && group.ivSize === 96 && group.tagSize === 128)
  for (const { tcId, key, iv, aad, msg, ct, tag, result } of ours.flatMap((group) => group.tests)) {
    const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(aad).setAuthTag(tag)
    const opened = decipher.update(ct)
    if (result !== 'valid') {
      assert.throws(() => decipher.final(), `${tcId}`)
      continue
    }
    decipher.final()
    assert.deepEqual(opened, msg, `${tcId}`)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
    assert.deepEqual(Buffer.concat([cipher.update(msg), cipher.final()]), ct, `${tcId}`)
    assert.deepEqual(cipher.getAuthTag(), tag, `${tcId}`)
  }
})

const hkdf = z.object({
  testGroups: z.array(
    z.object({
      tests: z.array(
        z.object({ tcId: z.number(), ikm: hex, salt: hex, info: hex, size: z.number(), okm: hex, result }),
      ),
    }),
  ),
})

test('HKDF-SHA-512 is the published one', (t) => {
  const groups = readVectors(t, 'hkdf_sha512_test.json.gz', hkdf)?.testGroups ?? []
  for (const { tcId, ikm, salt, info, size, okm, result } of groups.flatMap((group) => group.tests)) {
    if (result === 'invalid') {
      assert.throws(() => hkdfSync('sha512', ikm, salt, info, size), `${tcId}`)
      continue
    }
    assert.deepEqual(Buffer.from(hkdfSync('sha512', ikm, salt, info, size)), okm, `${tcId}`)
  }
})
