import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import * as z from 'zod'
import { readVectors } from '#tests/support/transfers/vectors.ts'
import { nodePrimitives } from '../drivers/node.ts'
import { webPrimitives } from '../drivers/web.ts'
import { type Bytes, derive, expand, join, type Primitives, utf8 } from '../primitives.ts'
import { readLinkKey, writeLinkKey } from './link-key.ts'
import { sealPart } from './parts.ts'
import { planBundle, readPart } from './plan-bundle.ts'
import { bundleShape } from './sizes.ts'
import { headOfSlot, makeSlot, openSlot, proofOf, slotSecret } from './slot.ts'

const hex = z.string().transform((text): Bytes => Uint8Array.from(Buffer.from(text, 'hex')))
const example = z
  .object({
    linkKey: hex,
    written: z.string(),
    contentKey: hex,
    bundleId: hex,
    salt: hex,
    manifest: z.string(),
    content: z.string(),
    partKey: hex,
    baseNonce: hex,
    commitment: hex,
    firstChunk: hex,
    bundleLength: z.number(),
    bundleSha256: hex,
    slots: z.array(
      z.object({
        password: z.string().optional(),
        head: hex,
        secret: hex,
        sealingKey: hex,
        slot: hex,
        proof: hex,
        proofHash: hex,
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('tests/fixtures/vectors/end_to_end.json', 'utf8')))

const drivers: Record<string, Primitives> = { 'node:crypto': nodePrimitives, WebCrypto: webPrimitives }

for (const [name, primitives] of Object.entries(drivers)) {
  test(`${name}: the vectors of the format`, async () => {
    assert.equal(await writeLinkKey(primitives, example.linkKey), example.written)
    assert.deepEqual(await readLinkKey(primitives, example.written), example.linkKey)
    const content = utf8(example.content)
    const plan = planBundle({ title: 'Letters' }, [
      {
        path: 'letters/one.txt',
        size: content.length,
        type: 'text/plain',
        modified: '2026-11-21T08:00:00.000Z',
      },
    ])
    assert.deepEqual(plan.front.subarray(4), utf8(example.manifest))
    const plain = await readPart(plan, 0, async (_, start, end, into) =>
      into.set(content.subarray(start, end)),
    )
    const bundle = await sealPart(primitives, {
      contentKey: example.contentKey,
      shape: bundleShape(example.bundleId, plan.length),
      part: 0,
      salt: example.salt,
      plain,
    })
    assert.deepEqual(bundle.subarray(0, 24), example.salt)
    assert.deepEqual(bundle.subarray(24, 56), example.commitment)
    assert.deepEqual(bundle.subarray(56, 88), example.firstChunk)
    assert.equal(bundle.length, example.bundleLength)
    assert.deepEqual(await primitives.sha256(bundle), example.bundleSha256)
  })

  test(`${name}: the vectors of slots, with and without a password`, async () => {
    const { linkKey, contentKey, bundleId } = example
    for (const { password, ...expected } of example.slots) {
      const random = (length: number) =>
        length === 12 ? expected.slot.slice(-60, -48) : expected.head.slice(7, 23)
      const made = await makeSlot({ ...primitives, random }, { linkKey, contentKey, bundleId, password })
      assert.deepEqual(made, { slot: expected.slot, proof: expected.proof, proofHash: expected.proofHash })
      const head = headOfSlot(expected.slot)
      assert.deepEqual(head.bytes, expected.head)
      // The secret of the vector, because Argon2id takes seconds in a browser's driver.
      if (!password) assert.deepEqual(await slotSecret(primitives, linkKey, head, password), expected.secret)
      const { secret, slot } = expected
      const purpose = join([utf8('restante/e2e v1 slot\0'), head.bytes])
      assert.deepEqual(await derive(primitives, secret, purpose), expected.sealingKey)
      assert.deepEqual(await openSlot(primitives, { slot, head, secret }), contentKey)
      assert.deepEqual(await proofOf(primitives, secret, head), expected.proof)
    }
  })

  test(`${name}: the published vectors of HKDF-Expand, HKDF and AES-256-GCM`, async (t) => {
    const chunked = readVectors(t, 'c2sp_chunked_encryption_aes_256_gcm_test.json.gz', chunkedVectors)
    const label = utf8('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0')
    let count = 0
    for (const { key, ctx, ct, aeadKey, result } of chunked?.testGroups.flatMap((group) => group.tests) ??
      []) {
      if (result !== 'valid') continue
      count += 1
      const message = Uint8Array.from(inflateSync(ct))
      const output = await expand(primitives, key, join([label, message.subarray(0, 24), ctx]), 76)
      assert.deepEqual(output.subarray(0, 32), aeadKey)
      assert.deepEqual(output.subarray(44), message.subarray(24, 56))
    }
    assert.ok(!chunked || count >= 10)

    const hkdf = readVectors(t, 'hkdf_sha512_test.json.gz', hkdfVectors)
    for (const { ikm, salt, info, size, okm, result } of hkdf?.testGroups.flatMap((group) => group.tests) ??
      []) {
      if (result === 'invalid' || salt.length > 0 || size < 32) continue
      assert.deepEqual(await derive(primitives, ikm, info), okm.slice(0, 32))
    }

    const gcm = readVectors(t, 'aes_gcm_test.json.gz', gcmVectors)
    for (const { keySize, ivSize, tagSize, tests } of gcm?.testGroups ?? []) {
      if (keySize !== 256 || ivSize !== 96 || tagSize !== 128) continue
      for (const { key, iv, aad, msg, ct, tag, result } of tests) {
        const aes = await primitives.aesGcm(key)
        const opened = await aes.open(iv, join([ct, tag]), aad)
        assert.deepEqual(opened, result === 'valid' ? msg : undefined)
        if (result === 'valid') assert.deepEqual(await aes.seal(iv, msg, aad), join([ct, tag]))
      }
    }
  })
}

test('both drivers agree on Argon2id', async () => {
  const [password, salt] = [utf8('correct horse'), new Uint8Array(16).fill(7)]
  const cost = { memory: 64, passes: 3 }
  const [one, other] = await Promise.all(
    Object.values(drivers).map((driver) => driver.argon2id(password, salt, cost)),
  )
  assert.deepEqual(one, other)
})

const groups = <Test extends z.ZodType>(tests: Test) =>
  z.object({
    testGroups: z.array(
      z.object({
        keySize: z.number().optional(),
        ivSize: z.number().optional(),
        tagSize: z.number().optional(),
        tests: z.array(tests),
      }),
    ),
  })
const result = z.string()
const chunkedVectors = groups(z.object({ key: hex, ctx: hex, ct: hex, aeadKey: hex.optional(), result }))
const hkdfVectors = groups(z.object({ ikm: hex, salt: hex, info: hex, size: z.number(), okm: hex, result }))
const gcmVectors = groups(z.object({ key: hex, iv: hex, aad: hex, msg: hex, ct: hex, tag: hex, result }))
