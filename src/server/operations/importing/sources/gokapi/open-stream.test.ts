import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceProblem } from '../../source.ts'
import { openStream, sealedLength } from './open-stream.ts'

/** Vectors of the library (test_vectors.json) without associated data: buffer, key, nonce, plaintext, ciphertext. */
const vectors = [
  [16, '00000000000000000000000000000000', '0000000000000000', '', 'e0247a864e783cecb1f7996c13cd3f64'],
  [16, '10000000000000000000000000000000', '1000000000000000', '', 'a52763497d2e64ee49bf4c72dc6881e7'],
  [
    16,
    '10000000000000000000000000000000',
    '0000000000000002',
    '00'.repeat(17),
    '691deb7b9ccbee91f48d12c7ad5fe3cd4e1e5e7d394f06b91228ec9a5dd2456ac7de9502a0b4010fb1ee1db94e940458fb',
  ],
  [17, '67fc3ffd5353a432a6cbc982007606c8', '6958a70a975e32c6', '', '076243570112d32362c1d9e4ab4096ca'],
] as const

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function open(
  bytes: Buffer,
  [fragment, key, nonce]: (typeof vectors)[number],
  size = 7,
): Promise<string> {
  const stream = { fragment, nonce: Buffer.from(nonce, 'hex') }
  const chunks = await Array.fromAsync(openStream(inChunks(bytes, size), Buffer.from(key, 'hex'), stream))
  return Buffer.concat(chunks).toString('hex')
}

test('streams of the library open', async () => {
  for (const vector of vectors) {
    const [fragment, , , plain, sealed] = vector
    const bytes = Buffer.from(sealed, 'hex')
    assert.equal(sealedLength(plain.length / 2, fragment), bytes.length)
    for (const size of [1, 7, 1000]) assert.equal(await open(bytes, vector, size), plain)
  }
})

test('what was altered or cut off does not', async () => {
  const vector = vectors[2]
  const bytes = Buffer.from(vector[4], 'hex')
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    await assert.rejects(open(altered, vector), SourceProblem)
    await assert.rejects(open(bytes.subarray(0, at), vector), SourceProblem)
  }
})
