import { thumbnailLimits } from '#contract/transfers/limits.ts'

/** Bytes before the first chunk's data, and the fewest that a picture has. */
const dataAt = 20
const minLength = 30

/**
 * Whether these bytes are a WebP picture of at most 512 by 512 pixels that holds nothing but pixels: the simple formats have
 * one chunk, so there is no room for EXIF, and no byte may follow it. Nothing is decoded.
 */
export function isThumbnail(bytes: Buffer): boolean {
  if (bytes.length < minLength) return false
  const text = (at: number) => bytes.toString('latin1', at, at + 4)
  const chunkLength = bytes.readUInt32LE(16)
  if (text(0) !== 'RIFF' || text(8) !== 'WEBP' || bytes.readUInt32LE(4) !== bytes.length - 8) return false
  if (dataAt + chunkLength + (chunkLength % 2) !== bytes.length) return false
  const size = text(12) === 'VP8 ' ? lossySize(bytes) : text(12) === 'VP8L' ? losslessSize(bytes) : undefined
  return size?.every((side) => side > 0 && side <= thumbnailLimits.side) ?? false
}

/** RFC 6386, section 9.1: a key frame says its size after the start code. */
function lossySize(bytes: Buffer): number[] | undefined {
  const isKeyFrame = (bytes.readUInt8(dataAt) & 1) === 0
  if (!isKeyFrame || bytes.readUIntBE(dataAt + 3, 3) !== 0x9d012a) return undefined
  return [bytes.readUInt16LE(dataAt + 6) & 0x3fff, bytes.readUInt16LE(dataAt + 8) & 0x3fff]
}

/** RFC 9649, section 3.4: 14 bits each, less one. */
function losslessSize(bytes: Buffer): number[] | undefined {
  if (bytes.readUInt8(dataAt) !== 0x2f) return undefined
  const sizes = bytes.readUInt32LE(dataAt + 1)
  return [(sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1]
}
