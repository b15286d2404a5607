import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  paddedLength,
  paddedLengthOf,
  partLength,
  sealedBundleLength,
  sealedPartLength,
  sealedPosition,
} from './sizes.ts'

test('lengths are padded as Padmé says, from 65 536 on, past 2^31 and 2^32 too', () => {
  const expected = [
    [0, 65_536],
    [65_536, 65_536],
    [65_537, 67_584],
    [1_000_000, 1_015_808],
    [partLength, partLength],
    [partLength + 1, partLength + 2 ** 19],
    [3 * 2 ** 30, 3 * 2 ** 30],
    [3 * 2 ** 30 + 1, 3 * 2 ** 30 + 2 ** 26],
    [2 ** 40 + 1, 2 ** 40 + 2 ** 34],
  ] as const
  for (const [length, padded] of expected) assert.equal(paddedLength(length), padded, `${length}`)
  for (let length = 65_537; length < 2 ** 42; length = Math.ceil(length * 1.37)) {
    const padded = paddedLength(length)
    assert.ok(padded >= length && padded <= length * 1.032, `${length}`)
    assert.equal(paddedLength(padded), padded)
  }
})

test('a full sealed part has 16 793 672 bytes, and an offset says where to go on', () => {
  assert.equal(sealedPartLength, 16_793_672)
  assert.deepEqual(sealedPosition(0), { part: 0, at: 0 })
  assert.deepEqual(sealedPosition(sealedPartLength - 1), { part: 0, at: sealedPartLength - 1 })
  assert.deepEqual(sealedPosition(200 * sealedPartLength + 5), { part: 200, at: 5 })
})

test('a padded length is found from the sealed size, and sizes that none gives are refused', () => {
  for (let length = 0; length < 2 ** 42; length = Math.ceil((length + 40_000) * 1.37)) {
    const padded = paddedLength(length)
    const sealed = sealedBundleLength(padded)
    assert.equal(paddedLengthOf(sealed), padded)
    for (const other of [sealed - 1, sealed + 1, sealed + 16, sealed - 16, sealed + 56])
      assert.equal(paddedLengthOf(other), undefined, `${other}`)
  }
  assert.equal(sealedBundleLength(partLength), sealedPartLength)
  for (const size of [0, 1, 56, 72, 65_536, -1, Number.NaN, 65_672.5, Number.MAX_VALUE])
    assert.equal(paddedLengthOf(size), undefined, `${size}`)
})
