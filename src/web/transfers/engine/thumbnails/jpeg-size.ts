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
