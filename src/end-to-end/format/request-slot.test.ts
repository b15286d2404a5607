import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as z from 'zod'
import { nodePrimitives as primitives } from '../drivers/node.ts'
import { nodeXWing } from '../drivers/x-wing-node.ts'
import { webXWing } from '../drivers/x-wing-web.ts'
import { type Bytes, derive, join, type Primitives, utf8, type XWing } from '../primitives.ts'
import {
  makeRequestSlot,
  newRequestSecret,
  OtherRequestKey,
  requestKeyHash,
  requestSecret,
} from './request-slot.ts'
import { headOfSlot, openSlot, proofOf, readSlotHead, SlotDamaged } from './slot.ts'

const hex = z.string().transform((text): Bytes => Uint8Array.from(Buffer.from(text, 'hex')))
const { vectors, slot: example } = z
  .object({
    vectors: z.array(
      z.object({ seed: hex, coins: hex, secret: hex, publicKeySha256: hex, ciphertextSha256: hex }),
    ),
    slot: z.object({
      seed: hex,
      coins: hex,
      contentKey: hex,
      bundleId: hex,
      nonce: hex,
      keyHash: hex,
      secret: hex,
      sealingKey: hex,
      slotSha256: hex,
      proof: hex,
      proofHash: hex,
    }),
  })
  .parse(JSON.parse(readFileSync('tests/fixtures/vectors/x_wing.json', 'utf8')))
const drivers = { 'node:crypto': nodeXWing, noble: webXWing }

type Given = { publicKey: Bytes; contentKey: Bytes; bundleId: Bytes }
async function makeFor(driver: Primitives, xWing: XWing, { publicKey, ...given }: Given) {
  return makeRequestSlot(driver, await newRequestSecret(driver, xWing, publicKey), given)
}

const seed = primitives.random(32)
const publicKey = await nodeXWing.publicKeyOf(seed)
const given = { publicKey, contentKey: primitives.random(32), bundleId: primitives.random(16) }

test('X-Wing of both drivers: the vectors of the draft, and each reads the other', async () => {
  for (const { seed, coins, secret, publicKeySha256, ciphertextSha256 } of vectors) {
    const publicKey = await webXWing.publicKeyOf(seed)
    assert.deepEqual(await primitives.sha256(publicKey), publicKeySha256)
    assert.deepEqual(await nodeXWing.publicKeyOf(seed), publicKey)
    const made = await webXWing.encapsulate(publicKey, coins)
    assert.deepEqual(made.secret, secret)
    assert.deepEqual(await primitives.sha256(made.ciphertext), ciphertextSha256)
    for (const driver of Object.values(drivers))
      assert.deepEqual(await driver.decapsulate(seed, made.ciphertext), secret)
    const other = await nodeXWing.encapsulate(publicKey)
    assert.deepEqual(await webXWing.decapsulate(seed, other.ciphertext), other.secret)
  }
})

for (const [name, xWing] of Object.entries(drivers)) {
  test(`${name}: a slot opens for the owner of a request, and for no other`, async () => {
    const { slot, proof, proofHash } = await makeFor(primitives, xWing, given)
    assert.equal(slot.length, 1230)
    const head = headOfSlot(slot)
    assert.deepEqual(head.recipient?.keyHash, await requestKeyHash(primitives, publicKey))
    for (const reader of Object.values(drivers)) {
      const secret = await requestSecret(primitives, reader, seed, head)
      assert.deepEqual(await openSlot(primitives, { slot, head, secret }), given.contentKey)
      assert.deepEqual(await proofOf(primitives, secret, head), proof)
      assert.deepEqual(await primitives.sha256(proof), proofHash)
      await assert.rejects(requestSecret(primitives, reader, primitives.random(32), head), OtherRequestKey)
    }
  })
  test(`${name}: keys, seeds and ciphertexts of another form are refused`, async () => {
    for (const length of [0, 1184, 1215, 1217])
      await assert.rejects(
        makeFor(primitives, xWing, { ...given, publicKey: new Uint8Array(length) }),
        RangeError,
      )
    // Coefficients above the modulus of ML-KEM.
    const wrong = new Uint8Array(1216).fill(255)
    await assert.rejects(makeFor(primitives, xWing, { ...given, publicKey: wrong }))
    await assert.rejects(xWing.publicKeyOf(new Uint8Array(31)))
    const { slot } = await makeFor(primitives, xWing, given)
    // A point of low order in place of the sender's, which would make the secret known.
    const low = slot.slice().fill(0, 2 + 32 + 1088, 2 + 32 + 1120)
    await assert.rejects(requestSecret(primitives, xWing, seed, headOfSlot(low)), SlotDamaged)
  })
}

test('every kind of altered byte of a slot for a request is refused', async () => {
  const { slot } = await makeFor(primitives, nodeXWing, given)
  async function open(altered: Bytes): Promise<Bytes | undefined> {
    const head = headOfSlot(altered)
    const secret = await requestSecret(primitives, nodeXWing, seed, head)
    return openSlot(primitives, { slot: altered, head, secret })
  }
  const kinds: readonly (readonly [
    at: number,
    refused: typeof SlotDamaged | typeof OtherRequestKey | undefined,
  ])[] = [
    [0, SlotDamaged],
    [1, SlotDamaged],
    [2, OtherRequestKey],
    [33, OtherRequestKey],
    // Ciphertext of ML-KEM, of X25519, bundle id, nonce, content key, tag.
    ...[34, 1121, 1122, 1153, 1154, 1169, 1170, 1182, 1229].map((at) => [at, undefined] as const),
  ]
  for (const [at, refused] of kinds) {
    const altered = slot.slice()
    altered[at] = (altered[at] ?? 0) ^ 1
    if (refused) await assert.rejects(open(altered), refused, `byte ${at}`)
    else assert.equal(await open(altered), undefined, `byte ${at}`)
  }
  for (const length of [1169, 1171]) {
    const head = new Uint8Array(length)
    head.set([1, 2])
    assert.throws(() => readSlotHead(head), SlotDamaged)
  }
  for (const length of [78, 99, 1229, 1231]) {
    const other = new Uint8Array(length)
    other.set([1, 2])
    assert.throws(() => headOfSlot(other), SlotDamaged)
  }
})

test('the worked example of a slot for a request', async () => {
  const { seed, coins, contentKey, bundleId, nonce } = example
  const publicKey = await webXWing.publicKeyOf(seed)
  const fixed = { ...webXWing, encapsulate: (key: Bytes) => webXWing.encapsulate(key, coins) }
  const made = await makeFor({ ...primitives, random: () => nonce }, fixed, {
    publicKey,
    contentKey,
    bundleId,
  })
  const head = headOfSlot(made.slot)
  assert.deepEqual(head.recipient?.keyHash, example.keyHash)
  const secret = await requestSecret(primitives, nodeXWing, seed, head)
  assert.deepEqual(secret, example.secret)
  const purpose = join([utf8('restante/e2e v1 slot\0'), head.bytes])
  assert.deepEqual(await derive(primitives, secret, purpose), example.sealingKey)
  assert.deepEqual(await primitives.sha256(made.slot), example.slotSha256)
  assert.deepEqual(made.proof, example.proof)
  assert.deepEqual(made.proofHash, example.proofHash)
})
