import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blobHeader, blobLength, contentContext } from './blob-header.ts'
import { blobFrontLength, inspectBlob, NotABlob } from './inspect-blob.ts'
import { createSealer } from './seal-content.ts'

const blobId = Buffer.alloc(16, 0xa5)

function blobOf(plain: Uint8Array): Buffer {
  const header = blobHeader(blobId)
  const sealer = createSealer(Buffer.alloc(32, 7), contentContext(header, 'file', 0))
  return Buffer.concat([header, sealer.preamble, sealer.update(plain), sealer.final()])
}

for (const length of [0, 1, 16_383, 16_384, 16_385, 50_000]) {
  test(`gives the length of ${length} bytes from the blob alone`, () => {
    const blob = blobOf(Buffer.alloc(length, 1))
    assert.equal(blob.length, blobLength(length))
    const facts = inspectBlob(blob.subarray(0, blobFrontLength), blob.length)
    assert.deepEqual(
      { ...facts, salt: '', commitment: '' },
      {
        version: 1,
        suite: 'Cobblestone-256',
        blobId: 'a5'.repeat(16),
        salt: '',
        commitment: '',
        chunks: Math.floor(length / 16_384) + 1,
        plainLength: length,
      },
    )
    assert.equal(facts.salt, blob.subarray(32, 56).toString('hex'))
    assert.equal(facts.commitment, blob.subarray(56, 88).toString('hex'))
  })
}

test('says what is wrong with bytes that are no blob', () => {
  const blob = blobOf(Buffer.alloc(20_000))
  const altered = (at: number) => {
    const copy = Buffer.from(blob)
    copy[at] = 0xff
    return copy
  }
  assert.throws(() => inspectBlob(blob.subarray(0, 87), 87), NotABlob)
  assert.throws(() => inspectBlob(altered(0), blob.length), /does not begin with RESTANTE/)
  assert.throws(() => inspectBlob(altered(8), blob.length), /Version 255/)
  assert.throws(() => inspectBlob(altered(12), blob.length), /header is damaged/)
  assert.throws(() => inspectBlob(blob, blobLength(16_384) - 1), /something was cut off/)
  assert.throws(() => inspectBlob(blob, 100), /something was cut off/)
})
