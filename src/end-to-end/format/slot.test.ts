import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives as primitives } from '../drivers/node.ts'
import { headOfSlot, makeSlot, openSlot, proofOf, readSlotHead, SlotDamaged, slotSecret } from './slot.ts'

const [linkKey, contentKey, bundleId] = [32, 32, 16].map((length) => primitives.random(length))
assert.ok(linkKey && contentKey && bundleId)
const given = { linkKey, contentKey, bundleId }

test('a slot opens with its key and password, and with no other', async () => {
  const { slot, proof } = await makeSlot(primitives, { ...given, password: 'Gr\u00fc\u00dfe' })
  assert.equal(slot.length, 99)
  const head = headOfSlot(slot)
  // The same password, its accent composed another way.
  const secret = await slotSecret(primitives, linkKey, head, 'Gru\u0308\u00dfe')
  assert.deepEqual(await openSlot(primitives, { slot, head, secret }), contentKey)
  assert.deepEqual(await proofOf(primitives, secret, head), proof)
  for (const [key, password] of [
    [linkKey, 'Gruesse'],
    [primitives.random(32), 'Gr\u00fc\u00dfe'],
  ] as const) {
    const wrong = await slotSecret(primitives, key, head, password)
    assert.equal(await openSlot(primitives, { slot, head, secret: wrong }), undefined)
    assert.notDeepEqual(await proofOf(primitives, wrong, head), proof)
  }
})

test('every altered byte of a slot is refused', async () => {
  const { slot } = await makeSlot(primitives, given)
  assert.equal(slot.length, 78)
  for (let at = 0; at < slot.length; at += 1) {
    const altered = slot.slice()
    altered[at] = (altered[at] ?? 0) ^ 1
    const opened = async (): Promise<unknown> =>
      openSlot(primitives, { slot: altered, head: headOfSlot(altered), secret: linkKey })
    if (at < 2) await assert.rejects(opened(), SlotDamaged)
    else assert.equal(await opened(), undefined, `byte ${at}`)
  }
})

test('a slot with another head than the proven one is refused', async () => {
  const { slot } = await makeSlot(primitives, given)
  const other = await makeSlot(primitives, { ...given, bundleId: primitives.random(16) })
  await assert.rejects(
    openSlot(primitives, { slot: other.slot, head: headOfSlot(slot), secret: linkKey }),
    SlotDamaged,
  )
})

test('costs outside of 64 to 128 MiB and 3 to 6 passes are refused, other kinds and lengths too', () => {
  const head = (memory: number, passes: number) => {
    const bytes = new Uint8Array(39)
    bytes.set([1, 1])
    new DataView(bytes.buffer).setUint32(2, memory)
    bytes[6] = passes
    return bytes
  }
  for (const [memory, passes] of [
    [65_536, 3],
    [131_072, 6],
  ] as const)
    assert.deepEqual(readSlotHead(head(memory, passes)).password?.cost, { memory, passes })
  for (const [memory, passes] of [
    [65_535, 3],
    [131_073, 3],
    [65_536, 2],
    [65_536, 7],
    [8, 1],
    [2 ** 32 - 1, 255],
  ] as const)
    assert.throws(() => readSlotHead(head(memory, passes)), SlotDamaged, `${memory}, ${passes}`)
  for (const length of [0, 17, 19, 38, 40, 1170])
    assert.throws(() => readSlotHead(Uint8Array.of(1, 0, ...new Uint8Array(length))), SlotDamaged)
  for (const length of [0, 60, 77, 79, 98, 100, 1230])
    assert.throws(() => headOfSlot(new Uint8Array(length).fill(1)), SlotDamaged)
})
