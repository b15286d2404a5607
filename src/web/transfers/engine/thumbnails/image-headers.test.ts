import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpegSize, simpleWebp } from './image-headers.ts'

const start = [0xff, 0xd8]
const comment = [0xff, 0xfe, 0, 4, 0xff, 0xc0]
const tables = [0xff, 0xc4, 0, 3, 0]
const size = [0x0b, 0xb8, 0x0f, 0xa0]
const frame = [0xff, 0xc2, 0, 11, 8, ...size, 1, 1, 17, 0]

function sizeOf(...parts: readonly number[][]) {
  return jpegSize(Uint8Array.from(parts.flat()))
}

test('the size of a JPEG is that of its frame, whatever stands before it', () => {
  for (const parts of [[frame], [comment, frame], [tables, comment, frame]])
    assert.deepEqual(sizeOf(start, ...parts), { width: 4000, height: 3000 })
})

test('what has no frame has no size', () => {
  const endless = [0xff, 0xe0, 0, 0]
  for (const parts of [[], [start], [frame], [start, comment], [start, frame.slice(0, 7)], [start, endless]])
    assert.equal(sizeOf(...parts), undefined)
  assert.equal(sizeOf(start, [0, ...frame]), undefined)
})

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
