import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpegSize } from './jpeg-size.ts'

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
