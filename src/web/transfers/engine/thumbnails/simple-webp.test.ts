import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simpleWebp } from './simple-webp.ts'

function chunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
function webp(...chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const body = Buffer.concat(chunks)
  const head = Buffer.from('RIFF0000WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return new Uint8Array(Buffer.concat([head, body]))
}
const pixels = chunk('VP8 ', Buffer.from('pixels.'))

test('of a picture only its pixels are left', () => {
  const others = [chunk('VP8X', Buffer.alloc(10)), chunk('ICCP', Buffer.from('profile')), pixels]
  assert.deepEqual(simpleWebp(webp(...others, chunk('EXIF', Buffer.from('where')))), webp(pixels))
  assert.deepEqual(simpleWebp(webp(pixels)), webp(pixels))
})

test('what has no lossy picture is none', () => {
  for (const bytes of [webp(), webp(chunk('VP8L', Buffer.alloc(9))), new Uint8Array(3)])
    assert.equal(simpleWebp(bytes), undefined)
})
