/** Bytes of a chunk's name and length, and of what stands before the first chunk. */
const chunkHead = 8
const firstChunk = 12

/**
 * A WebP picture with nothing but its pixels: browsers add colour profiles, which reveal something about the device. Undefined
 * without a lossy picture in it.
 */
export function simpleWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = firstChunk; at + chunkHead <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    const padded = length + (length % 2)
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) === 'VP8 ')
      return wrapped(bytes.subarray(at, at + chunkHead + padded))
    at += chunkHead + padded
  }
  return undefined
}

function wrapped(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const picture = new Uint8Array(firstChunk + chunk.length)
  picture.set(new TextEncoder().encode('RIFF????WEBP'))
  new DataView(picture.buffer).setUint32(4, picture.length - 8, true)
  picture.set(chunk, firstChunk)
  return picture
}
