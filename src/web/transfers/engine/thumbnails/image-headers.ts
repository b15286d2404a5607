/** Bytes of a marker and the length behind it. */
const markerHead = 4

/**
 * Width and height of a JPEG as they are stored, not turned: from its frame header (ITU-T T.81, B.2.2). Undefined for what
 * has none.
 */
export function jpegSize(bytes: Uint8Array<ArrayBuffer>): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length < 2 || view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + markerHead + 5 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at] !== 0xff) return undefined
    if (isFrame(bytes[at + 1] ?? 0))
      return { height: view.getUint16(at + markerHead + 1), width: view.getUint16(at + markerHead + 3) }
  }
  return undefined
}

/** SOF0 to SOF15, without the three numbers among them that mean tables and extensions. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

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
